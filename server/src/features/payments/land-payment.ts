import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { accountFor, type OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import type { PaymentKind, PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import { reverseTransaction } from '@kerb/server/features/payments/ledger.repository.ts';
import { getPayment, paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Landed = {
  paymentId: number;
  kind: PaymentKind;
  method: PaymentMethod;
  /** With its surcharge. */
  amount: Cents;
  day?: Day;
  /** The account that a bank statement names. Without it, the account that the payer was told. */
  into?: OwnAccount | undefined;
};

/** `count`: the landings of this payment before. A statement may say later that it came into the other account. */
async function postLanding(work: Work, { paymentId, amount, day }: Landed, count: number): Promise<void> {
  await postMoves(work, {
    agreementId: null,
    event: 'landing',
    key: `landing:${paymentId}:${count}`,
    description: `Payment ${paymentNumber({ id: paymentId })} came into the operating account`,
    moves: [moveOf('intoOperating', amount)],
    ...(day && { day }),
  });
}

/**
 * Records that the money of a new payment came into the operating account. The ledger has it as if it came into the
 * trust account and was moved, so it belongs to no campaign: what the payment pays for is the same in both cases.
 */
export async function landPayment(work: Work, payment: Landed): Promise<void> {
  const { kind, method, into = accountFor(kind) } = payment;
  if (method !== 'direct-deposit' || work.deps.config.operatingAccount === null) return;
  if (into === 'operating') await postLanding(work, payment, 0);
}

async function landingsOf({ tx }: Work, paymentId: number): Promise<{ id: number; isOpen: boolean }[]> {
  const { rows } = await sql<{ id: number; isOpen: boolean }>`
    select t.id, not exists (select from ledger_transactions r where r.reverses_id = t.id) as is_open
    from ledger_transactions t
    where t.event = 'landing' and split_part(t.key, ':', 2) = ${String(paymentId)}`.execute(tx);
  return rows;
}

/** The payment was voided. Also if there is no operating account any more. */
export async function unlandPayment(work: Work, paymentId: number): Promise<void> {
  for (const { id, isOpen } of await landingsOf(work, paymentId)) {
    if (isOpen) await reverseTransaction(work, { agreementId: null, id });
  }
}

/**
 * A statement shows into which account the money of a payment came that was recorded by hand. Without a statement it is
 * in the account that the payer was told.
 */
export async function correctLanding(work: Work, paymentId: number, into?: OwnAccount): Promise<void> {
  if (work.deps.config.operatingAccount === null) return;
  const { kind, method, amount, surcharge, paymentDate: day } = await getPayment(work.tx, paymentId);
  if ((into ?? accountFor(kind)) === 'trust') return unlandPayment(work, paymentId);
  const before = await landingsOf(work, paymentId);
  const isThere = before.some(({ isOpen }) => isOpen);
  const payment = { paymentId, kind, method, amount: amount + surcharge, day };
  if (!isThere) await postLanding(work, payment, before.length);
}
