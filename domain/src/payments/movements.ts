import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, fieldError, refuse, refuseFields } from '@kerb/domain/kernel/decision.ts';
import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import { type Move, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { moreThanZero } from '@kerb/domain/payments/may-pay.ts';

/** The ways in which money is moved between our bank accounts. */
export const directions = ['to-operating', 'to-trust'] as const;
export type Direction = (typeof directions)[number];
export const directionLabels: Record<Direction, string> = {
  'to-operating': 'From the trust account to the operating account',
  'to-trust': 'From the operating account to the trust account',
};

type ToMove = { direction: Direction; amount: Cents };

/** `ours`: our money in the trust account. `lentUnderWay`: what batches that the bank has not paid yet lend of it. */
export type OursInTrust = { ours: Cents; lentUnderWay: Cents };

/** What is to be moved, so that the trust account has payers' money and what the batches lend; null if nothing is. */
export function toMove({ ours, lentUnderWay }: OursInTrust): ToMove | null {
  const rest = ours - lentUnderWay;
  if (rest === 0) return null;
  return rest > 0 ? { direction: 'to-operating', amount: rest } : { direction: 'to-trust', amount: -rest };
}

/** What is to be moved to the trust account before the bank pays the batches: payers' money never pays a loan. */
export const toMoveFirst = ({ ours, lentUnderWay }: OursInTrust): Cents => Math.max(0, lentUnderWay - ours);

export const moveOfMovement = ({ direction, amount }: ToMove): Move =>
  moveOf(direction === 'to-operating' ? 'intoOperating' : 'intoTrust', amount);

export const oneAccount = 'Our money has no bank account of its own: see OPERATING_ACCOUNT_NUMBER.';
const notYet = 'Enter today or an earlier day.';

type Facts = OursInTrust & { isSeparate: boolean; today: Day; style: MoneyStyle };

/** Whether an admin may record a movement: never more than is to be moved. */
export function decideMovement(asked: ToMove & { day: Day }, facts: Facts): Decision<Move> {
  const { direction, amount, day } = asked;
  if (!facts.isSeparate) return refuse('one-account', oneAccount);
  if (amount === 0) return refuseFields(fieldError('amount', 'notValid', moreThanZero));
  if (day > facts.today) return refuseFields(fieldError('day', 'notValid', notYet));
  const wanted = toMove(facts);
  if (wanted?.direction !== direction) {
    return refuseFields(fieldError('direction', 'notValid', 'Nothing is to be moved in this direction.'));
  }
  if (amount > wanted.amount) {
    const most = formatMoney(wanted.amount, facts.style, true);
    return refuseFields(fieldError('amount', 'notValid', `At most ${most} is to be moved.`));
  }
  return allow(moveOfMovement({ direction, amount }));
}

/** Whether a movement can be taken back: one that was recorded by mistake. */
export function decideUndo({ isUndone, isOnStatement }: { isUndone: boolean; isOnStatement: boolean }): Decision<null> {
  if (isUndone) return refuse('undone-already', 'This movement was taken back already.');
  if (isOnStatement) {
    return refuse('on-statement', 'A bank statement shows this movement. Undo the match of its lines first.');
  }
  return allow(null);
}
