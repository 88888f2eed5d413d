import type { LogChain, LogCheckView } from '@kerb/domain/system/system.contract.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { headOf, oldestWaiting } from '@kerb/server/platform/log-chain/read-chain.ts';
import { type KnownHead, type LogCheck, verifyLog } from '@kerb/server/platform/log-chain/verify-log.ts';

/** The head at the last verification: seals that were removed since are missed. */
async function lastHead(db: Database): Promise<KnownHead[]> {
  const last = await db
    .selectFrom('logChecks')
    .select(['headNumber', 'headHash', 'endedDate'])
    .where('headNumber', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!last?.headNumber || !last.headHash) return [];
  return [{ number: last.headNumber, hash: last.headHash, from: `the verification of ${last.endedDate}` }];
}

/** Verifies the log and stores the result for the System page. */
export async function checkLog(db: Database, known: readonly KnownHead[] = []): Promise<LogCheck> {
  const check = await verifyLog(db, [...known, ...(await lastHead(db))]);
  const { head, findings, ...counts } = check;
  await db
    .insertInto('logChecks')
    .values({
      ...counts,
      headNumber: head?.number ?? null,
      headHash: head?.hash ?? null,
      findings: JSON.stringify(findings),
    })
    .execute();
  return check;
}

async function lastCheck(db: Database): Promise<LogCheckView | null> {
  const last = await db.selectFrom('logChecks').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!last) return null;
  const { id: _, headNumber: __, headHash: ___, ...check } = last;
  return check;
}

/** For the System page. */
export async function logChainView(db: Database): Promise<LogChain> {
  const head = await headOf(db);
  const waiting = await oldestWaiting(db);
  return {
    head: head && { number: head.number, sealedDate: head.sealedDate, hash: head.hash.toString('hex') },
    waitingSince: waiting && new Date(waiting.micros / 1_000).toISOString(),
    lastCheck: await lastCheck(db),
  };
}
