import { randomInt } from 'node:crypto';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { ConfirmedLetter, PayoutLetter } from '@kerb/domain/loans/loans.contract.ts';
import {
  decidePayoutLetter,
  type PayoutLetterState,
  payoutCodeAlphabet,
  payoutCodeLength,
  payoutLetterState,
  payoutStateLabels,
  readPayoutCode,
  writtenPayoutCode,
} from '@kerb/domain/loans/payout-letters.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { type AgreementRecord, findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { lockLoan } from '@kerb/server/features/loans/loan-access.ts';
import { balanceOf, todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import { addressOf } from '@kerb/server/features/loans/loans.repository.ts';
import {
  findLetterByCode,
  insertLetter,
  type LetterRecord,
} from '@kerb/server/features/loans/payout-letters.repository.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { repaymentInstructions } from '@kerb/server/features/payments/payment-view.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Fifty random bits: together with the rate limit, a code cannot be guessed. */
const newCode = (): string =>
  Array.from({ length: payoutCodeLength }, () => payoutCodeAlphabet[randomInt(payoutCodeAlphabet.length)]).join('');

type Settings = Pick<Deps, 'country'>;

/** Whether a letter's amount is still correct. */
export function stateOfLetter(
  settings: Settings,
  agreement: AgreementRecord,
  letter: LetterRecord,
  today: Day,
): PayoutLetterState {
  const balance = balanceOf(settings, agreement, { day: letter.payoutDate, today });
  return payoutLetterState(letter, agreement, { today, total: balance?.total ?? null });
}

export const letterView = (letter: LetterRecord, state: PayoutLetterState): PayoutLetter => ({
  id: letter.id,
  code: writtenPayoutCode(letter.code),
  payoutDate: letter.payoutDate,
  validUntil: letter.validUntil,
  total: letter.total,
  createdDate: letter.createdDate,
  state,
  href: `/v1/agreements/${letter.agreementId}/payout-letters/${letter.id}/pdf`,
});

/** Issues a letter that states the cost of repaying the loan on one day. */
export async function issuePayoutLetter(
  work: Work,
  scope: AccessScope,
  { id, date }: { id: number; date: Day },
): Promise<PayoutLetter> {
  const agreement = await lockLoan(work.tx, scope, id);
  const { country } = work.deps;
  const today = todayOf(agreement, work.now);
  const payoutDate = mustAllow(decidePayoutLetter(agreement, date, { today, locale: work.deps.country.locale }));
  const balance = must(balanceOf(work.deps, agreement, { day: payoutDate, today }), `balance of loan ${id}`);
  const letter = await insertLetter(work, {
    agreementId: id,
    code: newCode(),
    payoutDate,
    validUntil: payoutDate,
    total: balance.total,
    facts: {
      flowNumber: flowNumber(agreement, country.code),
      property: await addressOf(work.tx, agreement, country),
      organisation: agreement.tenantName,
      borrowers: (await payersOf(work.tx, id)).map(displayName),
      issuedDate: today,
      lines: balance.lines,
      payTo: repaymentInstructions(work.deps, id),
    },
  });
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Payout letter issued',
    agreementId: id,
    tenantId: agreement.tenantId,
    data: { payoutDate, total: balance.total },
  });
  return letterView(letter, 'valid');
}

/** Whether a letter is valid, for anyone with its code. Returns only the letter's own facts. */
export async function confirmPayoutLetter(deps: Deps, typed: string): Promise<ConfirmedLetter> {
  const code = readPayoutCode(typed);
  const letter = code && (await findLetterByCode(deps.db, code));
  const agreement = letter && (await findAgreement(deps.db, wholeScope, letter.agreementId));
  if (!letter || !agreement) throw notFound('payout letter');
  const state = stateOfLetter(deps, agreement, letter, todayOf(agreement, deps.clock.now()));
  const { flowNumber: flow, property, issuedDate, lines, payTo } = letter.facts;
  return {
    code: writtenPayoutCode(letter.code),
    state,
    stateLabel: payoutStateLabels[state],
    brand: deps.country.brand,
    flowNumber: flow,
    property,
    payoutDate: letter.payoutDate,
    validUntil: letter.validUntil,
    issuedDate,
    lines: lines.map(({ label, amount }) => ({ label, amount })),
    total: letter.total,
    payTo,
  };
}
