import { type Answers, deviation, met, operator, tests } from '../answer.ts';

const headers = 'server/src/platform/http/headers.test.ts';
const webRoutes = 'server/src/platform/http/web.routes.test.ts';

export const configuration: Answers = {
  '13.1.1': met(
    'Documented connections',
    'Every outgoing connection: to whom, what for, what is sent, and the one place where a user names an address.',
    'docs/operations.md#outgoing-connections',
    tests('scripts/inventories.test.ts', 'names every file that opens an outgoing connection'),
  ),
  '13.2.1': deviation(
    'Authentication between systems',
    'PostgreSQL and providers have accounts of their own, but passwords and API keys that change only when replaced.',
    'docs/decisions/0104-deviations-from-asvs.md',
    tests('server/test/two-roles.test.ts', 'starts only with a role that owns no table'),
  ),
  '13.2.2': met(
    'Least rights',
    'The server’s database role owns nothing and cannot change evidence; production refuses another.',
    tests(
      'server/test/run-role.test.ts',
      'runs with a role that owns nothing',
      'deletes nothing of %s, and changes only %o',
      'may not: %s',
    ),
    tests('server/test/two-roles.test.ts', 'starts only with a role that owns no table'),
    'docs/operations.md#two-roles',
  ),
  '13.2.3': met(
    'No default credentials',
    'No secret has a default outside a sandbox; the start names what is missing.',
    tests('server/src/platform/config.test.ts', 'are reported in one sentence: %j', 'are reported all together'),
    tests('server/test/modes.test.ts', 'of a sandbox is refused by production, and one of production by a sandbox'),
  ),
  '13.2.4': met(
    'Allowed destinations',
    'Only configured addresses, and webhooks at public addresses. Everything else has no code that could call it.',
    tests('scripts/inventories.test.ts', 'names every file that opens an outgoing connection'),
    tests('server/src/gateways/webhooks/webhooks.test.ts', '%s is registered or refused: %s'),
  ),
  '13.2.5': operator(
    'Allowed destinations of the machine',
    'Let the firewall allow the listed connections only.',
    'docs/operations.md#outgoing-connections',
  ),
  '13.3.1': operator(
    'Secrets in a vault',
    'Mount secrets as files of a vault. No secret is in the code or in a build.',
    'docs/operations.md#secrets-in-files',
    tests('server/src/platform/config.test.ts', 'can be every secret'),
  ),
  '13.3.2': operator(
    'Who reads secrets',
    'Only the server’s user. Files that Kerb writes are readable for that user alone.',
    'docs/operations.md#secrets-in-files',
    tests('server/src/gateways/file-store/file-store.test.ts', 'lets no other user of the machine read its files'),
  ),
  '13.4.1': met(
    'No repository on the web',
    'Only built files are served.',
    tests(webRoutes, 'the addresses of the web › %s'),
    tests(headers, 'every response has every security header › %s'),
  ),
  '13.4.2': met(
    'No debugging in production',
    'Errors answer one sentence and an id; the log is redacted; the sandbox’s tools do not exist.',
    tests('server/src/platform/http/request-id.test.ts', 'is logged without personal data in production'),
    tests('server/src/features/sandbox/sandbox.test.ts', 'there is neither outbox nor clock'),
  ),
  '13.4.3': met('No lists of folders', 'A folder answers 404.', tests(webRoutes, 'the addresses of the web › %s')),
  '13.4.4': met(
    'No TRACE',
    'It is answered by no route.',
    tests(headers, 'that asks with TRACE or another unknown method gets no copy of its request'),
  ),
  '13.4.5': met(
    'Documentation and monitoring',
    'The OpenAPI document is public on purpose, without the sandbox’s calls. /health and /ready answer no facts.',
    tests(
      'server/src/platform/http/openapi/document.test.ts',
      'leaves out what only a sandbox has, elsewhere',
      'is served to everyone',
    ),
    tests('server/test/server-paths.test.ts', 'include every route of the server'),
  ),
};
