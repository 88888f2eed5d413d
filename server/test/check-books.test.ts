import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { migrate, needsMigration } from '@kerb/server/platform/database/migrate.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { plainBooks } from './plain-books.ts';
import { newEnvironment } from './real-server.ts';
import { onPostgres } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-check-books-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Printed = { code: number; stdout: string; stderr: string };

function checkBooks(env: NodeJS.ProcessEnv): Promise<Printed> {
  const program = fileURLToPath(new URL('../src/check-books.ts', import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

// On PostgreSQL only: creating an embedded database takes longer than all other parts of the test.
it('changes nothing, and says whether the books are right', { timeout: 90_000 }, async () => {
  if (!onPostgres) return;
  const env = { ...process.env, ...(await newEnvironment(join(folder, 'data'))) };
  const opened = openPostgres(env.DATABASE_URL ?? '', 2, silentLog);
  const { db, close } = opened;

  expect(await checkBooks(env)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The database has not been upgraded yet: start this release once, then check its books.\n',
  });
  expect(await needsMigration(db)).toBe(true);

  await migrate(opened);
  expect(await checkBooks(env)).toEqual({
    code: 0,
    stdout: 'The books are right. 0 campaigns to review.\n',
    stderr: '',
  });

  const books = await plainBooks(db);
  const id = await books.aCampaign();
  await books.post({ agreementId: id, event: 'lend', entries: { agreed: 5, organisation: -5 } });
  await sql`alter table campaign_books disable trigger user`.execute(db);
  await sql`update campaign_books set held = -7 where agreement_id = ${id}`.execute(db);
  await close();
  expect(await checkBooks(env)).toEqual({
    code: 1,
    stdout:
      `Not true: The stored balances of a campaign are the sums of its entries (campaign ${id})\n` +
      'The books are NOT right. 0 campaigns to review.\n',
    stderr: '',
  });
});
