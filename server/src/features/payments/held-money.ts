import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import type { HeldMoney, Returning } from '@kerb/domain/payments/held-money.contract.ts';
import { decideReturn, moneyReturned } from '@kerb/domain/payments/held-money.ts';
import { postRelease, postReturn } from '@kerb/domain/payments/ledger.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { invoicesOf } from '@kerb/server/features/payments/invoices.repository.ts';
import {
  balancesOf,
  currentRelease,
  post,
  reverseTransaction,
} from '@kerb/server/features/payments/ledger.repository.ts';
import { paymentsOf } from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import { mustAllow, Problem } from '@kerb/server/platform/http/problem.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const note = (work: Work, { id, tenantId }: MovedCampaign, description: string, data: Record<string, unknown>) =>
  record(work, { activityCode: 'campaign_update', description, agreementId: id, tenantId, data });

/** The campaign is over: its money is held for the payer, except what its organisation has received. */
export async function releaseMoney(work: Work, agreement: MovedCampaign): Promise<void> {
  const balances = await balancesOf(work.tx, agreement.id);
  const invoices = (await invoicesOf(work.tx, agreement.id)).filter(({ status }) => status !== 'voided');
  const entries = postRelease({
    kept: -balances.organisation,
    discounts: balances.discounts,
    paid: invoices.reduce((sum, { paidAmount }) => sum + paidAmount, 0),
  });
  if (entries.length === 0) return;
  await post(work, { agreementId: agreement.id, event: 'release', entries });
  const held = -(entries.find(({ account }) => account === 'held')?.amount ?? 0);
  await note(work, agreement, 'Money held for the payer', { held });
}

/** Keeps the money of a locked campaign for its organisation again. Refused if any was returned to the payer. */
export async function keepMoneyAgain(work: Work, agreement: MovedCampaign): Promise<void> {
  const release = await currentRelease(work.tx, agreement.id);
  if (release === null) return;
  if ((await returnsOf(work.tx, agreement.id)).length > 0) throw new Problem(409, 'money-returned', moneyReturned);
  await reverseTransaction(work, { agreementId: agreement.id, id: release });
  await note(work, agreement, 'Money kept for the organisation again', {});
}

/** Wraps a change in the ledger of a locked campaign that may be over. Recomputes the held money. */
export async function withMoneyKept(
  work: Work,
  agreement: AgreementRecord,
  change: () => Promise<void>,
): Promise<void> {
  await keepMoneyAgain(work, agreement);
  await change();
  if (isCancelledOrDeclined(agreement.status)) await releaseMoney(work, agreement);
}

export async function returnsOf(db: Database | Tx, agreementId: number): Promise<HeldMoney['returns']> {
  const { rows } = await sql<Omit<HeldMoney['returns'][number], 'amount'> & { amount: string }>`
    select t.date, e.amount, t.description, u.first_name || ' ' || u.surname as returned_by_name
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'held'
    left join users u on u.id = t.user_id
    where t.agreement_id = ${agreementId} and t.event = 'return' order by t.id desc`.execute(db);
  return rows.map((row) => ({ ...row, amount: centsFromDecimal(row.amount) }));
}

const heldOf = async (db: Database | Tx, agreementId: number): Promise<Cents> =>
  Math.max(0, -(await balancesOf(db, agreementId)).held);

export const heldMoneyOf = async (db: Database | Tx, agreementId: number): Promise<HeldMoney> => ({
  heldAmount: await heldOf(db, agreementId),
  returns: await returnsOf(db, agreementId),
});

type Return = { scope: AccessScope; id: number; body: Returning; once: Once<HeldMoney> };

/** Records that held money was returned to the payer. Idempotent. */
export async function returnHeld(work: Work, { scope, id, body, once }: Return): Promise<StoredAnswer> {
  const agreement = await lockCampaign(work.tx, scope, id);
  const { amount, description } = body;
  const isRefunding = (await paymentsOf(work.tx, id)).some(
    ({ status, voidRequestedDate }) => status === 'approved' && voidRequestedDate !== null,
  );
  mustAllow(decideReturn({ heldCents: await heldOf(work.tx, id), isRefunding }, amount, work.deps.country));
  await post(work, { agreementId: id, event: 'return', entries: postReturn(amount), description });
  await note(work, agreement, 'Held money returned to the payer', { amount, reference: description });
  return once.settle(work.tx, await heldMoneyOf(work.tx, id));
}
