import { type Answers, met, operator, tests } from '../answer.ts';

const headers = 'server/src/platform/http/headers.test.ts';
const safety = 'server/src/features/login-pages/safety.test.ts';
const login = 'server/src/features/login-pages/login.test.ts';
const secureCookie = 'over TLS sets a Secure cookie that no other host or path can set';

export const web: Answers = {
  '3.2.1': met(
    'A response is not rendered as something else',
    'Files are attachments under a sandbox policy. API calls need a bearer token, which a navigation does not send.',
    tests(
      'server/src/features/documents/documents.test.ts',
      'is sent as an attachment, with headers that prevent scripts',
    ),
    tests(headers, 'every response has every security header › %s'),
  ),
  '3.2.2': met(
    'Text is shown as text',
    'React and our templates insert text. A rule refuses innerHTML and its siblings.',
    tests('scripts/tidy/rules.test.ts', 'is not run: %s'),
    tests('server/src/platform/http/html.test.ts', 'escapes text in elements and attributes'),
  ),
  '3.3.1': met(
    'Secure cookies',
    'Outside a sandbox the address must be https; every cookie is Secure and begins with __Host-.',
    tests(login, secureCookie),
    tests('server/src/platform/config.test.ts', 'are encrypted: %j'),
  ),
  '3.3.2': met(
    'SameSite',
    'All cookies are SameSite=Lax: a link of a mail must find the sign-in. Forms are checked by their origin besides.',
    tests(login, secureCookie),
    tests(safety, 'is refused at $url, recognised $how'),
  ),
  '3.3.3': met('Cookies of one host', 'All cookies begin with __Host- and name no domain.', tests(login, secureCookie)),
  '3.3.4': met(
    'Cookies that scripts cannot read',
    'All cookies are HttpOnly; their values are in no body, address or log.',
    tests(login, secureCookie),
    tests(safety, 'never contains a token, ticket, link, password, cookie, address or name'),
  ),
  '3.4.1': met(
    'HSTS',
    'Every response has it for a year, with subdomains.',
    tests(headers, 'every response has every security header › %s'),
  ),
  '3.4.2': met(
    'CORS',
    'There is none: no response lets another site read it.',
    tests(headers, 'every response has every security header › %s'),
  ),
  '3.4.3': met(
    'Content-Security-Policy',
    'Every response: no inline script, only our own origin (and a configured chat), no object, no base, reports on.',
    tests(headers, 'every response has every security header › %s'),
    tests(
      'server/src/platform/http/csp-reports.test.ts',
      'is logged with its directive and the blocked host only, in both forms that browsers send',
    ),
  ),
  '3.4.4': met(
    'No guessing of types',
    'Every response has nosniff.',
    tests(headers, 'every response has every security header › %s'),
  ),
  '3.4.5': met(
    'Referrer',
    'Every response says no-referrer.',
    tests(headers, 'every response has every security header › %s'),
  ),
  '3.4.6': met(
    'Framing',
    'Every policy has frame-ancestors: none, for the card form the product’s own origin, and for what an agency shows on its website the websites that it has named.',
    tests(headers, 'every response has every security header › %s'),
    tests(
      'server/src/gateways/cards/stripe/stripe-frame.test.ts',
      'is our page, only the product may frame it, and only it runs Stripe’s script',
    ),
    tests('e2e/card-frame.spec.ts', 'only the product can frame the card form'),
    tests('server/src/features/embedding/embedding.test.ts', 'no page but the frames may be framed by another website'),
  ),
  '3.5.1': met(
    'Forms of other sites',
    'What a cookie authorises (login pages, tokens) checks Origin and Sec-Fetch-Site. The API takes no cookie.',
    tests(safety, 'is refused at $url, recognised $how', 'is refused at %s, with a problem response'),
  ),
  '3.5.2': met(
    'Calls of other sites',
    'The API needs an Authorization header, which always causes a preflight, and no preflight is answered.',
    tests('server/test/endpoint-access.test.ts', '%s answers each person as in the table'),
    tests(headers, 'to a preflight of another site allows nothing'),
  ),
  '3.5.3': met(
    'Methods',
    'GET changes nothing but the sign-in of a Payment URL, which asks first if somebody else is signed in.',
    tests('domain/src/endpoints.test.ts', 'that only reads needs only a permission to read, with these exceptions'),
    tests(login, 'asks first by GET, happens by POST, and is confirmed'),
    tests(
      'server/src/features/login-pages/payment-link.test.ts',
      'asks before it replaces a manager’s sign-in, and a form from another site cannot continue',
      'creates no sign-in for the HEAD request of a link scanner',
    ),
  ),
  '3.5.4': operator(
    'A host name of its own',
    'Give each deployment its own host name, and the card form a second one.',
    'docs/operations.md#host-names-and-tls',
    tests('server/src/gateways/cards/stripe/stripe-frame.test.ts', 'can have its own origin'),
  ),
  '3.5.5': met(
    'Messages between windows',
    'The card form and the page accept messages of the other’s window and origin only, in a known form.',
    tests('web/src/features/payments/card-frame.test.tsx', 'ignores messages from %s', 'ignores the message %j'),
    tests('e2e/card-frame.spec.ts', 'the card form ignores messages that do not come from the product'),
  ),
  '3.7.1': met(
    'Technologies of the browser',
    'HTML, CSS and JavaScript of current browsers. Plug-ins are forbidden by the policy.',
    tests(headers, 'every response has every security header › %s'),
  ),
  '3.7.2': met(
    'Redirects to other sites',
    'The product redirects to its own addresses only.',
    tests(login, 'never redirects to another site, whatever the form contains'),
    tests(
      'server/src/features/session/back-address.test.ts',
      'is always on this site for any input, also as a browser resolves it',
    ),
  ),
};
