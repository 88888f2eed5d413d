import { type Answers, deviation, met, tests } from '../answer.ts';

const typed = 'web/src/checkout/details.test.tsx';
const headers = 'server/src/platform/http/headers.test.ts';

export const data: Answers = {
  '14.1.1': met(
    'Documented levels of data',
    'Four levels, and the level of every table and of tokens.',
    'docs/data.md#levels',
    'docs/data.md#where-it-is',
    tests('scripts/inventories.test.ts', 'gives every table of the database a level'),
  ),
  '14.1.2': met(
    'Documented protection of each level',
    'Encryption, integrity, retention, log, access and browsers, by level.',
    'docs/data.md#what-each-level-asks-for',
    tests('scripts/inventories.test.ts', 'gives every table of the database a level'),
  ),
  '14.2.1': deviation(
    'Nothing secret in addresses',
    'Tokens are in headers, but links of mails and tickets of one use are in addresses for a moment.',
    'docs/decisions/0104-deviations-from-asvs.md',
    tests(
      'server/src/features/login-pages/safety.test.ts',
      'never contains a token, ticket, link, password, cookie, address or name',
    ),
    tests('web/src/app/take-tickets.test.ts', 'removes the tickets from the address before anything else runs'),
  ),
  '14.2.2': met(
    'Caches of servers',
    'Responses say no-store. Drawn documents are kept in memory only, never those of identity.',
    tests('server/src/platform/http/refusals.test.ts', 'from %s is not cached'),
    tests('server/src/platform/queues/kept-results.test.ts', 'drop the least recently used over the size limit'),
  ),
  '14.2.3': met(
    'No trackers',
    'Pages and mails load nothing of others. A chat script is loaded only if the operator configures one they trust.',
    tests(headers, 'every response has every security header › %s'),
    tests('web/src/app/chat-widget.test.tsx', 'is not loaded %s'),
    tests('server/src/platform/outbox/mail-layout.test.ts', 'loads nothing from outside'),
  ),
  '14.2.4': met(
    'The documented protection holds',
    'Sealed and logged values are encrypted, opening is logged, and two admins erase what is due or asked for.',
    tests(
      'server/src/features/privacy/nothing-in-the-clear.test.ts',
      'shows no birthday, home address or employment of a payer who has signed',
      'shows no name, address or mobile of a payer in the log',
    ),
    tests(
      'server/src/features/privacy/erasure.test.ts',
      'leaves nothing of them in any table, and keeps the log',
      'is listed, and erased when two admins have said so, with the signed agreement',
    ),
    tests(
      'server/src/features/privacy/privacy.test.ts',
      'is logged each time it is opened, with the person who opened it',
    ),
  ),
  '14.3.1': met(
    'What a browser keeps after Log Out',
    'Log Out removes what the browser kept about the person; the page’s data is gone with the page.',
    tests(
      'web/src/platform/saved-state.test.ts',
      'is cleared on Log Out, with all else that this browser keeps about the user',
    ),
    tests('e2e/shell.spec.ts', 'what one person filtered is not shown to the next who logs in'),
  ),
  '14.3.2': met(
    'Caches of browsers',
    'Every response with data says no-store. Logos, agents and photos of homes are private, by the hash of the bytes.',
    tests(headers, 'every response has every security header › %s'),
    tests('server/src/platform/http/refusals.test.ts', 'from %s is not cached'),
  ),
  '14.3.3': met(
    'Storage of browsers',
    'Filters, shortcuts and typed answers without sealed details. Tokens are in memory, or in a page that is never stored.',
    tests(typed, 'are kept by the server a moment after they were typed, and no sealed one in the browser'),
    tests('e2e/payers.spec.ts', 'a payer who comes back sees their details after one code, and no browser stores them'),
  ),
};
