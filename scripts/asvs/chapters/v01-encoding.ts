import { type Answers, met, notApplicable, tests } from '../answer.ts';

const http = 'server/src/platform/http';

export const encoding: Answers = {
  '1.1.1': met(
    'Input is decoded once, before it is checked',
    'Fastify decodes an address once and the JSON parser a body once; contracts check the decoded value.',
    tests(`${http}/refusals.test.ts`, 'includes half of a surrogate pair, but not its escaped spelling'),
    tests(`${http}/parse.test.ts`, '%j has the type %s and the same text as in a form'),
  ),
  '1.1.2': met(
    'Output is encoded last, for its interpreter',
    'Values are stored as typed. HTML, mails, CSV, headers and PDFs each encode when they are written.',
    tests(`${http}/html.test.ts`, 'escapes text in elements and attributes'),
    tests('server/src/platform/outbox/mail-layout.test.ts', 'escapes everything that people wrote'),
    tests('server/src/platform/csv/cells.test.ts', 'is readable as CSV, with formulas neutralised'),
  ),
  '1.2.1': met(
    'Encoding for HTML, XML and headers',
    'Login pages escape by template, the web by React, headers by Node and RFC 6266 names.',
    tests(`${http}/html.test.ts`, 'escapes text in elements and attributes'),
    tests('server/src/features/login-pages/login.test.ts', 'escapes a hostile address'),
    tests('server/src/platform/files/file-name.test.ts', 'is in the header in both spellings'),
  ),
  '1.2.2': met(
    'Encoding of addresses, safe protocols',
    'Addresses are built with URL and URLSearchParams. Only http and https become links; the way back stays on our site.',
    tests('web/src/features/sandbox/linked-text.test.ts', 'makes links only of web addresses'),
    tests(
      'server/src/features/session/back-address.test.ts',
      'is always on this site for any input, also as a browser resolves it',
    ),
  ),
  '1.2.3': met(
    'Encoding in scripts and JSON',
    'No script is built from data. The settings in the page are JSON whose sign < is escaped.',
    tests('domain/src/shell/page-settings.test.ts', 'are read back as they were written'),
    tests(
      `${http}/headers.test.ts`,
      'also if a request is refused before it is routed, and then nothing of it is repeated',
    ),
  ),
  '1.2.4': met(
    'Parameters in database queries',
    'Kysely sends every value as a parameter. Literal SQL is made of our own constants only.',
    tests('server/test/garbage.test.ts', 'as a body never causes a 500', 'in a query never causes a 500'),
    tests('server/src/features/organisations/organisations.test.ts', 'finds by part of a name, and escapes wildcards'),
  ),
  '1.2.5': met(
    'Commands of the operating system',
    'The product starts no other program; a rule of the linter refuses the modules that could.',
    tests('scripts/tidy/rules.test.ts', 'is not run: %s'),
    tests('scripts/tidy.test.ts', 'every code file › %s'),
  ),
  '1.2.6': notApplicable('LDAP', 'No LDAP is used.'),
  '1.2.7': notApplicable('XPath', 'No XPath is used.'),
  '1.2.8': notApplicable('LaTeX', 'No LaTeX is used; PDFs are drawn with pdfkit.'),
  '1.2.9': notApplicable(
    'Regular expressions',
    'None is built from input. The few that are built come from our own tables.',
  ),
  '1.3.1': notApplicable('HTML that people write', 'No field takes HTML. Text with markup is shown as text.'),
  '1.3.2': met(
    'No code from text',
    'Neither eval nor a Function made of text exists; a rule refuses them, and the policy of every page too.',
    tests('scripts/tidy/rules.test.ts', 'is not run: %s'),
    tests('server/src/features/login-pages/safety.test.ts', 'that is a page allows only our own script and styles: %s'),
  ),
  '1.3.3': met(
    'Characters that are safe for their use',
    'Every text field has a longest length and refuses control, hidden and bidirectional characters; names must be printable.',
    tests('domain/src/typed-text.test.ts', 'refuses hidden characters, at its field: %s'),
    tests('domain/src/wire/printable-text.test.ts', 'may not be %j, which an agreement cannot print'),
  ),
  '1.3.4': met(
    'SVG that people upload',
    'SVG is refused, whatever its name says.',
    tests('server/src/platform/files/picture.test.ts', 'is refused if its content is %s'),
    tests('server/src/features/documents/upload-asset.test.ts', 'refuses %s'),
  ),
  '1.3.5': met(
    'Markdown, style sheets and other templates of people',
    'Nothing that people type is a template or a style. A place for a secret in a message cannot be typed.',
    tests(
      'domain/src/vocabulary/message-secrets.test.ts',
      'is not written where a person typed a place: a payer named {{1}} is greeted as {{1}}',
    ),
  ),
  '1.3.6': met(
    'Requests that the server is talked into',
    'Only webhooks have an address of a user: https, a public address, checked again at each call, no redirect.',
    tests(
      'server/src/gateways/webhooks/webhooks.test.ts',
      '%s is registered or refused: %s',
      'a name that now resolves to this machine is not called',
      'the checked address is the one that is called',
    ),
    tests(
      'server/src/features/webhooks/webhooks.test.ts',
      'to %s is refused if the server may not call its own machine and network',
    ),
  ),
  '1.3.7': met(
    'Templates are not made of input',
    'Templates are code. Values are filled in and escaped, never parsed again.',
    tests('domain/src/vocabulary/message-secrets.test.ts', 'is written where the message has its place'),
    tests('server/src/platform/outbox/mail-layout.test.ts', 'escapes everything that people wrote'),
  ),
  '1.3.8': notApplicable('JNDI', 'No Java is used.'),
  '1.3.9': notApplicable('memcache', 'No memcache is used.'),
  '1.3.10': met(
    'Format strings',
    'Texts of the log and of messages are constants; what a person typed is a value, never the format.',
    tests(
      'domain/src/vocabulary/message-secrets.test.ts',
      'is not written where a person typed a place: a payer named {{1}} is greeted as {{1}}',
    ),
  ),
  '1.3.11': met(
    'Mail systems',
    'Addresses and subjects are one line each and are encoded by nodemailer.',
    tests('server/src/gateways/mail/mail.test.ts', 'lets no address or subject inject a header or a second recipient'),
  ),
  '1.4.1': met(
    'Memory safety',
    'All code is TypeScript. Native libraries get input that is bounded and checked before.',
    tests('server/src/platform/files/picture.test.ts', 'is refused with too many pixels before it is decoded'),
    tests(
      'server/src/platform/files/office-document.test.ts',
      'is either recognised or refused, whichever of its bytes are damaged',
    ),
  ),
  '1.4.2': met(
    'Overflow of numbers',
    'Money is whole cents with a largest amount; ids and pages have ranges; the database stores exact decimals.',
    tests('domain/src/wire/codecs.test.ts', 'is at most 10,000,000, in words of its own', 'refuse %j'),
    tests('domain/src/kernel/money.test.ts', 'refuses %d dollars instead of rounding'),
  ),
  '1.4.3': met(
    'Resources are released',
    'Connections, cursors, temporary files and turns end with their request, also if the caller disconnects.',
    tests(
      'server/src/platform/csv/stream-csv.test.ts',
      'whose receiver disconnects leaves nothing behind, and the next one works, many times over',
    ),
    tests('server/src/features/documents/real-connection.test.ts', 'an aborted upload leaves nothing behind'),
  ),
  '1.5.1': met(
    'XML parsers',
    'There is none. Parts of office documents are searched as text, and a document type in them is refused.',
    tests('server/src/platform/files/active-content/office.test.ts', 'with %s is refused'),
  ),
  '1.5.2': met(
    'Deserialisation',
    'Input is JSON, a form or a file. Every body is decoded by its contract; fields of prototypes are refused.',
    tests(`${http}/refusals.test.ts`, 'is refused, and changes nothing: %s'),
    tests('domain/src/wire/endpoint.test.ts', '$method $path has no body if it reads, and refuses unknown fields'),
  ),
};
