import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { faultTests } from './scripts/fault-tests.ts';
import { LongFirst, RandomOrder } from './scripts/test-order.ts';

const whereWritten = (path: string) => (existsSync(path) ? [path] : []);

const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

// With TEST_ORDER files and tests run in a random order, the same for the same number (docs/quality.md). With TEST_SEED
// property tests draw their examples from it too.
const seed = process.env.TEST_ORDER || process.env.TEST_SEED;
const propertySeed = whereWritten('scripts/property-seed.ts');
const order = {
  sequence: seed ? { shuffle: true, sequencer: RandomOrder, seed: Number(seed) } : { sequencer: LongFirst },
};

/** Tests whose result does not depend on the database. They run only on the embedded engine, which comes first. */
const triedOnce = [
  'server/src/demo/**',
  'server/src/features/documents/upload-asset.test.ts',
  'server/src/features/loans/agreement-document.test.ts',
  'server/src/features/session/back-address.test.ts',
  'server/src/features/statements/statement-rows.test.ts',
  'server/src/gateways/{addresses,file-scanner,file-store,identity,mail,sms,webhooks}/**',
  'server/src/platform/database/embedded-plans.test.ts',
  'server/src/platform/http/{request-turns,time-limits}.test.ts',
  'server/src/platform/{files,pdf,pdf-signature,queues}/**',
  'server/test/{asset-doors,client-access,endpoint-access,fair-queues,garbage,link-access}.test.ts',
  'server/test/rights-sequences/**',
];

/**
 * Tests of what differs between the engines: statements, transactions, locks and the start of a server. The journeys
 * use every room on the embedded engine too.
 */
const engineMatters = [
  'server/src/features/agreements/list/**',
  'server/src/platform/{database,jobs}/**',
  'server/test/{append-only,backup,books-constraints,crash,ledger-events,modes,run-role,two-roles}.test.ts',
];

// CI runs the whole suite on PostgreSQL. Before that it runs on the embedded engine only what PostgreSQL does not run
// again, and what differs between the two.
const isEmbeddedPart = !onPostgres && process.env.TEST_EMBEDDED === 'part';
const testsIn = (pattern: string) => (pattern.endsWith('**') ? `${pattern}/*.test.ts` : pattern);
const embedded = isEmbeddedPart ? [...triedOnce, ...engineMatters].map(testsIn) : ['server/**/*.test.ts'];

export default defineConfig({
  test: {
    // CI has two cores. More workers than cores only make time-outs more likely.
    maxWorkers: 2,
    ...order,
    projects: [
      {
        test: {
          name: 'domain',
          environment: 'node',
          include: ['domain/src/**/*.test.ts'],
          // The longest property test takes 1 s on an idle machine, and more than the default 5 s on a busy one.
          testTimeout: 20_000,
          // Pure functions leave no state for the next file.
          isolate: false,
          setupFiles: propertySeed,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: onPostgres ? ['server/**/*.test.ts', 'bench/**/*.test.ts'] : embedded,
          exclude: onPostgres ? triedOnce : Object.values(faultTests),
          // PGlite blocks its event loop during a query, so each worker is a process. A worker runs several files one
          // after the other: each file has its own database, and loading the server again for each file would take as
          // long as its tests.
          pool: 'forks',
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: whereWritten('server/test/global-setup.ts'),
          setupFiles: [
            ...propertySeed,
            ...whereWritten('server/test/cheap-hashes.ts'),
            ...whereWritten('server/test/setup.ts'),
          ],
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          // A new page for each file would take longer than the tests. The setup empties the page after each test.
          isolate: false,
          include: ['web/src/**/*.test.{ts,tsx}', 'web/*.test.ts'],
          setupFiles: [...propertySeed, ...whereWritten('web/test/setup.ts')],
          testTimeout: 15_000,
        },
      },
      {
        // The tests of the published client call a server of their own, on the embedded engine.
        test: {
          name: 'sdk',
          environment: 'node',
          include: ['sdk/test/*.test.ts'],
          pool: 'forks',
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: whereWritten('server/test/global-setup.ts'),
          setupFiles: [
            ...propertySeed,
            ...whereWritten('server/test/cheap-hashes.ts'),
            ...whereWritten('server/test/setup.ts'),
          ],
        },
      },
      {
        // The tests of the git hooks run git, the linter and the compiler in their own clones.
        test: {
          name: 'tidy',
          environment: 'node',
          include: ['scripts/**/*.test.ts'],
          setupFiles: propertySeed,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
