import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const whereWritten = (path: string) => (existsSync(path) ? [path] : []);

const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

/** What is the same on either database: the embedded run, which comes first, has tried it. */
const triedOnce = [
  'server/src/demo/plan-campaigns.test.ts',
  'server/src/features/documents/upload-asset.test.ts',
  'server/src/features/loans/agreement-document.test.ts',
  'server/src/features/session/back-address.test.ts',
  'server/src/features/statements/statement-rows.test.ts',
  'server/src/gateways/{addresses,file-store,identity,mail,sms,webhooks}/**',
  'server/src/platform/database/planned-once.test.ts',
  'server/src/platform/{files,pdf,pdf-signature}/**',
  'server/test/{doors,garbage}.test.ts',
];

export default defineConfig({
  test: {
    // Two cores is what CI has; more workers than cores only makes time-outs likelier.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'domain',
          environment: 'node',
          include: ['domain/src/**/*.test.ts'],
          // The longest property test takes 1 s on a quiet machine and more than the default 5 s on a busy one.
          testTimeout: 20_000,
          // Pure functions leave nothing behind for the next file.
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', ...(onPostgres ? ['bench/**/*.test.ts'] : [])],
          exclude: onPostgres ? triedOnce : [],
          // PGlite holds its event loop during a query, so each worker is a process. Files follow one another in it:
          // each has a database of its own, and loading the server anew for every one costs as much as its tests.
          pool: 'forks',
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: whereWritten('server/test/global-setup.ts'),
          setupFiles: whereWritten('server/test/setup.ts'),
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          // A fresh page for each file costs more than the tests; the set-up empties the page after each test.
          isolate: false,
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: whereWritten('web/test/setup.ts'),
          testTimeout: 15_000,
        },
      },
      {
        // The tests of the git hooks run git, lint and the compiler in clones of their own.
        test: { name: 'tidy', environment: 'node', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 },
      },
    ],
  },
});
