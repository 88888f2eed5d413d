import { type Answers, met, operator, tests } from '../answer.ts';

const events = 'server/src/platform/security/security-events.test.ts';
const requestId = 'server/src/platform/http/request-id.test.ts';

export const logs: Answers = {
  '16.1.1': met(
    'Documented inventory of logs',
    'What is written where, in which form, who reads it and how long it stays.',
    'docs/logs.md#inventory',
    tests('scripts/inventories.test.ts', 'names every kind of security event', 'is recorded somewhere'),
  ),
  '16.2.1': met(
    'When, where, who, what',
    'Entries have time, person, address, record and change; lines and events the request id.',
    tests(
      'server/src/features/audit/audit.test.ts',
      'shows the history of a campaign, newest first, with the person and the action',
    ),
    tests(events, 'is recorded with a hashed account, the network and the means, and without the typed text'),
    tests(requestId, 'has the id on every log line of its request, also after the body was read'),
  ),
  '16.2.2': met(
    'Time',
    'UTC everywhere; the database adds its own time. The operator keeps clocks in step.',
    'docs/logs.md#time',
    tests('server/test/append-only.test.ts', 'in the log has the time of the database beside its own'),
  ),
  '16.2.3': met(
    'Only documented places',
    'Standard output and the tables of the inventory; nothing is sent to another system.',
    'docs/logs.md#inventory',
    tests('scripts/inventories.test.ts', 'names every file that opens an outgoing connection'),
  ),
  '16.2.4': met(
    'A form that programs read',
    'One JSON object per line, with the request id.',
    tests(requestId, 'is logged with its message, stack and causes, under the id of its response'),
  ),
  '16.2.5': met(
    'Sensitive data in logs',
    'No secret is logged; personal data is replaced by marks; accounts in events are keyed hashes.',
    tests('server/src/platform/log/redact.test.ts', 'loses %s'),
    tests(
      'server/src/features/login-pages/safety.test.ts',
      'never contains a token, ticket, link, password, cookie, address or name',
    ),
    tests('server/src/features/login-pages/password.test.ts', 'keeps passwords, links and tokens out of the log'),
  ),
  '16.3.1': met(
    'Sign-ins',
    'Successful ones in the log with their means, refused ones as security events.',
    tests(
      'server/src/features/login-pages/login.test.ts',
      'redirects back with tickets, sets an HttpOnly cookie, and is logged',
    ),
    tests(
      events,
      'is recorded with a hashed account, the network and the means, and without the typed text',
      'are recorded for integration credentials that are refused',
    ),
  ),
  '16.3.2': met(
    'Refused rights',
    'Every 403 is an event. Another’s record answers 404 and is not told from a missing one.',
    tests(events, 'are recorded for what a role does not allow, and not for a missing record or a mistake in a form'),
  ),
  '16.3.3': met(
    'Attempts to get round',
    'Limits, codes, links, files, other sites, replayed tokens, reports of browsers.',
    tests(
      events,
      'are recorded for limits that are met',
      'are recorded for links that do not work',
      'are recorded for wrong codes, files that are refused, other sites and copied refresh tokens',
    ),
  ),
  '16.3.4': met(
    'Unexpected errors',
    'Logged with cause and request id; lost connections, failed deliveries and refused certificates too.',
    tests(requestId, 'is logged with its message, stack and causes, under the id of its response'),
    tests(
      'server/src/platform/database/database.test.ts',
      'logs a connection that PostgreSQL dropped, of requests and of exports, idle or in use',
    ),
    tests(
      'server/src/platform/outbox/deliver-messages.test.ts',
      'logs why a message was not sent, with its id and its request, and without personal data',
    ),
  ),
  '16.4.1': met(
    'Log injection',
    'Lines are JSON, so that a line break in a value stays in its value; request ids of clients have a fixed form.',
    tests(requestId, 'is replaced by a new one for %s'),
    tests(
      'server/src/platform/http/csp-reports.test.ts',
      'may name no address, and nothing of its own words is logged',
    ),
  ),
  '16.4.2': met(
    'Logs cannot be changed',
    'The server’s database role can only insert; triggers refuse the rest. A function of the owner deletes by age. ' +
      'A hash chain shows what the owner of the tables changes.',
    tests(
      'server/test/run-role.test.ts',
      'deletes nothing of %s, and changes only %o',
      'changes no trigger, column or right of %s',
    ),
    tests('server/src/features/audit/audit.test.ts', 'cannot be changed: %s'),
    tests(
      'server/src/features/privacy/forget-log-entries.test.ts',
      'is the only way to delete: not the server, and not the owner beside it',
    ),
    tests('server/src/platform/log-chain/log-chain.test.ts', 'finds a changed %s', 'finds a deleted entry'),
  ),
  '16.4.3': operator(
    'Logs leave the machine',
    'Collect standard output and copy the tables to a system of its own.',
    'docs/logs.md#where-logs-go',
    'docs/operations.md#logs',
  ),
  '16.5.1': met(
    'What an error shows',
    'One sentence and a reference; nothing of the cause.',
    tests('server/src/platform/http/refused-by-database.test.ts', 'of another kind stays an unexpected error'),
    tests(
      'server/src/platform/http/headers.test.ts',
      'also if a request is refused before it is routed, and then nothing of it is repeated',
    ),
    tests('server/src/features/login-pages/page.test.ts', 'an error page shows the id of the request as a reference'),
  ),
  '16.5.2': met(
    'Other systems fail',
    'Scanner, mail, SMS, cards, identity and database: time limits, retries, 503, and nothing half done.',
    tests(
      'server/src/features/documents/upload-asset.test.ts',
      'being away stores nothing, and the answer says when to try again',
    ),
    tests('server/src/platform/http/refusals.test.ts', 'answers 503 with Retry-After: %s'),
    tests(
      'server/src/gateways/cards/cards.test.ts',
      'leave the outcome unknown if no response arrives, and return it when asked later',
    ),
  ),
  '16.5.3': met(
    'Errors refuse',
    'An error rolls its transaction back. Without a provider the product checks and sends nothing, and says so.',
    tests('server/test/providers.test.ts', 'checks nobody’s identity, and says so: %s'),
    tests(
      'server/src/features/batches/batch-life.test.ts',
      'is unchanged, like everything else, if a transfer fails half-way, and the transfer can be retried',
    ),
    tests('server/src/features/signing/sign.test.ts', 'needs the key, the code and the current terms'),
  ),
};
