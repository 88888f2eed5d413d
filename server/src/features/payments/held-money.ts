import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import type { HeldMoney, Returning } from '@kerb/domain/payments/held-money.contract.ts';
import { decideReturn } from '@kerb/domain/payments/held-money.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { tellRefund } from '@kerb/server/features/payments/tell-refund.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

export async function returnsOf(db: Database | Tx, agreementId: number): Promise<HeldMoney['returns']> {
  const { rows } = await sql<Omit<HeldMoney['returns'][number], 'amount'> & { amount: string }>`
    select t.date, e.amount, t.description, u.first_name || ' ' || u.surname as returned_by_name
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'held'
    left join users u on u.id = t.user_id
    where t.agreement_id = ${agreementId} and t.event = 'return' order by t.id desc`.execute(db);
  return rows.map((row) => ({ ...row, amount: centsFromDecimal(row.amount) }));
}

export const heldMoneyOf = async (db: Database | Tx, agreementId: number): Promise<HeldMoney> => ({
  heldAmount: moneyOf(await booksOf(db, agreementId)).held,
  returns: await returnsOf(db, agreementId),
});

type Return = { scope: AccessScope; id: number; body: Returning; once: Once<HeldMoney> };

/** Records that held money was returned to the payer. Idempotent. */
export async function returnHeld(work: Work, { scope, id, body, once }: Return): Promise<StoredAnswer> {
  const agreement = await lockCampaign(work.tx, scope, id);
  const { amount, description } = body;
  const books = await booksOf(work.tx, id);
  const { held, underRefund } = moneyOf(books);
  mustAllow(decideReturn({ heldCents: held, isRefunding: underRefund > 0 }, amount, work.deps.country));
  await postMoves(work, {
    agreementId: id,
    event: 'return',
    key: `return:${id}:${books.version}`,
    moves: [moveOf('giveBack', amount)],
    description,
  });
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Held money returned to the payer',
    agreementId: id,
    tenantId: agreement.tenantId,
    data: { amount, reference: description },
  });
  await tellRefund(work, { agreementId: id, status: 'made', amount });
  return once.settle(work.tx, await heldMoneyOf(work.tx, id));
}
