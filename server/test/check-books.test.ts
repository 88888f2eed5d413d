import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { ownEnvironment } from './real-server.ts';
import { onPostgres } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-check-books-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// On PostgreSQL only: creating an embedded database takes longer than all other parts of the test.
it('reads the whole ledger and says that the books are right', { timeout: 90_000 }, async () => {
  if (!onPostgres) return;
  const env = { ...process.env, ...(await ownEnvironment(join(folder, 'data'))) };
  const program = fileURLToPath(new URL('../src/check-books.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  expect(stdout).toBe('The books are right. 0 campaigns to review.\n');
});
