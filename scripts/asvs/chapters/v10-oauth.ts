import { type Answers, met, notApplicable, tests } from '../answer.ts';

const tokens = 'server/src/platform/auth/tokens.test.ts';
const programs = 'server/test/client-access.test.ts';
const tokenRequests = 'server/src/features/integrations/token.test.ts';
const noCode = 'There is no code flow: programs use client credentials, people our own login page.';
const noClient = 'Kerb is no client of another authorisation server.';
const noOpenId = 'Kerb is no OpenID Connect client or provider.';
const noConsent = 'No third party acts for a person, so nobody is asked for consent.';

export const oauth: Answers = {
  '10.1.1': met(
    'Where tokens go',
    'The web keeps them in memory and sends them to its own server only. No storage, address or other site has them.',
    tests(
      'e2e/shell.spec.ts',
      'tickets are removed from the address and the history, and a second tab is signed in without asking',
    ),
    tests('web/src/app/take-tickets.test.ts', 'removes the tickets from the address before anything else runs'),
  ),
  '10.1.2': met(
    'A flow ends in the browser that began it',
    'Tickets work once, for a minute, and only with the cookie of the same browser.',
    tests(
      tokens,
      'is refused in another browser, signed in or not, and still works in its own',
      'is refused after 60 seconds',
    ),
  ),
  '10.2.1': notApplicable('Client: forged code flow', noClient),
  '10.2.2': notApplicable('Client: several servers', noClient),
  '10.3.1': met('Audience', 'Required and checked.', tests(tokens, '%s is refused')),
  '10.3.2': met(
    'Scopes count',
    'A call of a program needs one of the scopes of its endpoint, in the token and in what the program has now.',
    tests(
      programs,
      '%s answers each program as in the table',
      'is refused with 403 if it is not in the table and needs a sign-in',
    ),
    tests(
      'server/src/features/integrations/integrations.test.ts',
      'narrows its scopes at its next request, with tokens that it has',
    ),
  ),
  '10.3.3': met(
    'Who a token is about',
    'The user’s id, which is never given to another; an e-mail address is not asked.',
    tests(tokens, '%s is refused', 'for a disabled user'),
  ),
  '10.3.4': met(
    'How recently somebody signed in',
    'Dangerous calls need a proof within five minutes, read from the sign-in and not from the token.',
    tests('server/test/proof.test.ts', 'by exactly these endpoints', 'a proof of identity is asked for › %s'),
    tests('server/src/features/session/prove-identity.test.ts', 'is given by logging in, and counts for five minutes'),
  ),
  '10.4.1': notApplicable('Redirect addresses', noCode),
  '10.4.2': notApplicable('Codes work once', noCode),
  '10.4.3': notApplicable('Codes are short-lived', noCode),
  '10.4.4': met(
    'Allowed grants',
    'client_credentials only; every other grant is refused.',
    tests(tokenRequests, 'asked with %j and %j answers %i, %s'),
  ),
  '10.4.5': met(
    'Refresh tokens of browsers',
    'They work once; a used one ends its whole family.',
    tests(
      tokens,
      'that is replayed ends its whole family, but not another tab of the same sign-in',
      'used twice in parallel works at most once, and its family ends',
    ),
  ),
  '10.4.6': notApplicable('PKCE', noCode),
  '10.4.7': notApplicable(
    'Clients that register themselves',
    'Managers and admins make clients; nobody registers one.',
  ),
  '10.4.8': met(
    'Refresh tokens expire',
    'With their sign-in, after twelve hours at most. Programs get none.',
    tests(tokens, 'is refused once it or its sign-in has expired'),
  ),
  '10.4.9': met(
    'Revoking',
    'A user logs their browsers out; an admin ends a person’s sign-ins; a program’s tokens end with it.',
    tests(
      'server/src/features/account/account.test.ts',
      'lists the browsers in which the user is logged in, and logs one out',
    ),
    tests(
      'server/src/features/integrations/identity-ends.test.ts',
      'at once when a manager ends it, and the managers are told',
      'with its secret: no token outlives it',
    ),
  ),
  '10.4.10': met(
    'Clients are authenticated',
    'Every token request needs the client’s secret, or a JWT that its key signed and that works once.',
    tests(
      tokenRequests,
      'asked with %j and %j answers %i, %s',
      'is refused a request %s',
      'accepts id and secret in the header too, form-encoded or not, but never in two places',
    ),
  ),
  '10.4.11': met(
    'Only the scopes that a client needs',
    'A manager chooses them for each program, and a token may have fewer.',
    tests(
      tokenRequests,
      'gives fewer scopes on request, and refuses unknown ones and those that the client does not have',
    ),
  ),
  '10.5.1': notApplicable('ID tokens: replay', noOpenId),
  '10.5.2': notApplicable('ID tokens: who it is', noOpenId),
  '10.5.3': notApplicable('Metadata of another server', noOpenId),
  '10.5.4': notApplicable('ID tokens: audience', noOpenId),
  '10.5.5': notApplicable('Back-channel logout', noOpenId),
  '10.6.1': notApplicable('Provider: response modes', noOpenId),
  '10.6.2': notApplicable('Provider: forced logout', noOpenId),
  '10.7.1': notApplicable('Consent is asked for', noConsent),
  '10.7.2': notApplicable('Consent is clear', noConsent),
  '10.7.3': notApplicable('Consent can be taken back', noConsent),
};
