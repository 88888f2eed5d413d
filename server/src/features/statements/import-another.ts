import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import { identityOf } from '@kerb/domain/statements/read-statement.ts';
import { mostNamed } from '@kerb/domain/statements/statement-limits.ts';
import { printOf, storeLines, storeStatement } from '@kerb/server/features/statements/import-statement.ts';
import { readLine } from '@kerb/server/features/statements/statements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Asked = { id: number; fileName: string; line: number };
type Movement = Parameters<typeof identityOf>[0] & { account: OwnAccount };

/** The first fingerprint of equal movements that no line has. */
async function freePrint({ tx }: Work, movement: Movement): Promise<string> {
  const prints = Array.from({ length: mostNamed }, (_, at) => printOf(movement.account, identityOf(movement, at + 1)));
  const taken = await tx
    .selectFrom('bankStatementLines')
    .select('fingerprint')
    .where(
      'fingerprint',
      'in',
      prints.map((print) => Buffer.from(print, 'hex')),
    )
    .execute();
  const known = new Set(taken.map(({ fingerprint }) => fingerprint.toString('hex')));
  const free = prints.find((print) => !known.has(print));
  if (!free) throw new Problem(409, 'too-many-equal', `There are ${mostNamed} equal lines already.`);
  return free;
}

/**
 * Imports another line with the day, the amount and the words of a known one. A file of its own with the second of two
 * equal payments has nothing that tells the two apart, so a person says that they are two. A later file that has both
 * imports neither again.
 */
export async function importAnother(work: Work, { id, fileName, line }: Asked): Promise<number> {
  const { date, amountCents, words, account } = await readLine(work.tx, id);
  await takeTurn(work.tx, 'statementImport');
  const print = await freePrint(work, { date, amountCents, words, account });
  const statementId = await storeStatement(work, { fileName, account });
  const [added] = await storeLines(work, statementId, [{ line, date, amountCents, words, print }]);
  if (added === undefined) throw new Error(`no line was stored for line ${id}`);
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Bank statement line imported beside an equal one',
    data: { statement: statementId, fileName, statementLine: added, equalLine: id },
  });
  return added;
}
