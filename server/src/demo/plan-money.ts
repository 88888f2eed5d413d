import type { NewPayer } from '@kerb/domain/agreements/new-payer.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Act, Intention } from '@kerb/server/demo/demo-steps.ts';

type Paid = {
  status: AgreementStatus;
  turn: number;
  option: FinanceOptionCode;
  budget: Cents;
  restingDays: number;
  admin: string;
  payers: readonly NewPayer[];
};
type By = 'admin' | 'payer';
type Happening = { by: By; act: Act };

const pays = (by: By, method: PaymentMethod, isHalf?: true): Happening => ({
  by,
  act: { kind: 'pay', method, receiptEmail: null, ...(isHalf && { isHalf }) },
});
const voids = (reason: string): Happening => ({ by: 'admin', act: { kind: 'void', reason } });
const refunds = (amount: Cents, reason: string): Happening => ({
  by: 'admin',
  act: { kind: 'refund', amount, reason },
});
const changes = (budget: Cents, reason: string): Happening => ({
  by: 'admin',
  act: { kind: 'change', budget, reason },
});

/** Rounded to fifty dollars, like most budgets. */
const share = (budget: Cents, percent: number): Cents => Math.round((budget * percent) / 100 / 50_00) * 50_00;

/**
 * What else happens to the money of a Pay Upfront campaign after it has reached its status. Each campaign has the same
 * status afterwards. The first of a status stays as it is.
 */
// biome-ignore format: a table
const happenings: Partial<Record<AgreementStatus, Record<number, (budget: Cents) => Happening[]>>> = {
  'waiting-approval': {
    1: () => [pays('admin', 'direct-deposit', true)],
    2: (budget) => [pays('admin', 'direct-deposit'), changes(share(budget, 130), 'Second week of online listing')],
    3: () => [pays('payer', 'card'), voids('Paid with the wrong card')],
    4: () => [pays('admin', 'manual'), voids('The cheque was not honoured')],
  },
  approved: {
    3: (budget) => [changes(share(budget, 80), 'A lower amount was agreed'), refunds(budget - share(budget, 80), 'A lower amount was agreed')],
    4: (budget) => [changes(share(budget, 70), 'No auctioneer needed')],
  },
};

/** The steps that follow a campaign's last step, at the time of its last step. */
export function moneyLater(campaign: Paid, now: Temporal.Instant): Intention[] {
  const { status, turn, option, budget, restingDays, admin, payers } = campaign;
  if (option !== 'pn') return [];
  const payer = must(payers[0], 'payer of a demo campaign').emailAddress;
  const at = now.subtract({ hours: 24 * restingDays });
  const later = happenings[status]?.[turn]?.(budget) ?? [];
  return later.map(({ by, act }) => ({
    at,
    by: by === 'admin' ? admin : payer,
    act: act.kind === 'pay' ? { ...act, receiptEmail: payer } : act,
  }));
}
