import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { headOf } from '@kerb/server/platform/log-chain/read-chain.ts';
import { sealLog } from '@kerb/server/platform/log-chain/seal-log.ts';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { newEnvironment } from './real-server.ts';
import { onPostgres } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-verify-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function verifyLog(env: NodeJS.ProcessEnv, ...options: string[]): Promise<{ code: number; printed: string }> {
  const program = fileURLToPath(new URL('../src/verify-log.ts', import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...options], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    );
  });
}

// On PostgreSQL only: creating an embedded database takes longer than all other parts of the test.
it('says whether the log is as it was written, and whether it leads to a head', { timeout: 90_000 }, async () => {
  if (!onPostgres) return;
  const env = { ...process.env, ...(await newEnvironment(join(folder, 'data'))) };
  const opened = openPostgres(env.DATABASE_URL ?? '', 2, silentLog);
  const { db, close } = opened;
  await migrate(opened);
  await sql`
    insert into log_entries (date, user_name, activity_code, description, log_data)
    select now(), 'X', 'tenant_update', 'X', '{}' from generate_series(1, 3)`.execute(db);
  await sealLog(db);
  const { number, hash } = (await headOf(db))!;
  const head = `${number}:${hash.toString('hex')}`;

  expect(await verifyLog(env, '--head', head)).toEqual({
    code: 0,
    printed:
      '3 entries in 1 seals. 0 of them were deleted after seven years.\n' +
      `Newest seal: ${head}\nThe log is as it was written.\n`,
  });
  const forged = await verifyLog(env, '--head', `${number}:${'0'.repeat(64)}`);
  expect(forged.code).toBe(1);
  expect(forged.printed).toContain(`Seal ${number} has another hash than your --head says.`);
  expect(await verifyLog(env, '--head', 'x')).toMatchObject({ code: 1, printed: expect.stringContaining('no head') });

  await sql`alter table log_entries disable trigger user`.execute(db);
  await sql`delete from log_entries where id = 2`.execute(db);
  await close();
  const { code, printed } = await verifyLog(env);
  expect(code).toBe(1);
  expect(printed).toMatch(/^Entry 2 was deleted\. .*\n.*\n.*\nThe log was CHANGED\.\n$/);
});
