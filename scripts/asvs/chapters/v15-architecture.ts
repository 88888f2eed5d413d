import { type Answers, met, operator, tests } from '../answer.ts';

const sbom = 'scripts/sbom.test.ts';

export const architecture: Answers = {
  '15.1.1': met(
    'Documented times for updates',
    'By severity, for vulnerabilities and for ordinary updates.',
    'SECURITY.md#how-fast-we-correct',
    tests(sbom, 'counts high and critical vulnerabilities, and knows an answer from none'),
  ),
  '15.1.2': met(
    'List of components',
    'CI makes an SBOM from the lockfile and compares both. Versions are exact and have integrity hashes.',
    'SECURITY.md#components',
    tests(
      sbom,
      'agrees with the lockfile, or names each difference',
      'makes the list of components and keeps it',
      'has no package that runs a script when it is installed',
    ),
  ),
  '15.1.3': met(
    'Documented expensive work',
    'What is expensive, its queue, its limits, and what happens when it is full.',
    'docs/decisions/0092-fair-queues.md',
    'docs/generated/jobs.md#limits',
    tests(
      'server/test/fair-queues.test.ts',
      'by one payer leave another payer’s download and their own signature alone',
    ),
  ),
  '15.2.1': operator(
    'Components are up to date',
    'CI asks npm audit and fails on high or critical findings. It needs a registry; without one it only warns.',
    'SECURITY.md#components',
    tests(sbom, 'counts high and critical vulnerabilities, and knows an answer from none'),
  ),
  '15.2.2': met(
    'Expensive work is bounded',
    'Fair queues by person, time limits of their own, 503 with Retry-After when full.',
    tests(
      'server/src/platform/queues/fair-queue.test.ts',
      'lets owners take turns, however many tasks one of them has',
      'answers 503 to a task that waited too long',
    ),
    tests('server/test/fair-queues.test.ts', 'of different documents begin at most two before another person’s'),
    tests('server/src/platform/http/time-limits.test.ts', 'that drips is disconnected too'),
  ),
  '15.2.3': met(
    'Nothing extra in production',
    'Demo people, outbox, clock, test cards and their calls exist in a sandbox only.',
    tests('server/src/features/login-pages/demo.test.ts', 'are neither listed nor signed in outside a sandbox'),
    tests('server/test/providers.test.ts', 'takes no cards', 'suggests no invented addresses, and says so'),
    tests('server/src/platform/http/web.routes.test.ts', 'leave out the sandbox’s screens elsewhere'),
  ),
  '15.3.1': met(
    'Only the needed fields',
    'Contracts encode responses; a field that is not in a contract is not sent.',
    tests('domain/src/session/session.contract.test.ts', 'sends nothing else to the browser'),
    tests('server/src/features/webhooks/webhooks.test.ts', 'contains nothing that the organisation may not see'),
  ),
  '15.3.2': met(
    'Redirects of other systems',
    'None is followed.',
    tests('server/src/gateways/sms/sms.test.ts', 'does not follow a redirect with its token'),
    tests('server/src/gateways/webhooks/webhooks.test.ts', 'follows no redirect'),
  ),
  '15.3.3': met(
    'Fields that a call may set',
    'Bodies are strict objects: an unknown field is refused, and each call has its own list.',
    tests('domain/src/wire/endpoint.test.ts', '$method $path has no body if it reads, and refuses unknown fields'),
    tests('server/src/features/people/people.test.ts', 'refuses %o and names the field %s'),
  ),
  '15.3.4': met(
    'The client’s address',
    'One trusted hop, or the connection’s own. Limits and the log use it; an IPv6 client counts by its network.',
    tests(
      'server/src/platform/http/untrusted-proxy.test.ts',
      'an address that a client wrote itself is never taken for the client’s own',
    ),
    tests('server/src/platform/limits/throttle.test.ts', '%s is %s'),
  ),
  '15.3.5': met(
    'Types',
    'Strict TypeScript without any; input is decoded to its type before it is used; comparisons are strict.',
    tests('scripts/tidy.test.ts', 'every code file › %s'),
    tests('server/src/features/login-pages/login.test.ts', 'treats an unexpected form as empty'),
  ),
  '15.3.6': met(
    'Prototypes',
    'The JSON parser and strict objects refuse such fields; errors by the name of a field have no prototype.',
    tests('server/src/platform/http/refusals.test.ts', 'is refused, and changes nothing: %s'),
  ),
  '15.3.7': met(
    'Parameters that are sent twice',
    'Path, query and body are apart, and a value that is sent twice is refused.',
    tests(
      'server/src/platform/http/refusals.test.ts',
      'that is sent twice is refused, and one that belongs into the body counts nowhere else',
    ),
  ),
};
