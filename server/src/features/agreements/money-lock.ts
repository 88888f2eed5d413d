import type { Standing } from '@kerb/domain/access/actor.ts';
import { moneyLockWords } from '@kerb/domain/agreements/money-lock.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { hasMoney } from '@kerb/domain/payments/campaign-money.ts';
import { termsSigned } from '@kerb/domain/payments/change-after-payment.ts';
import { onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Why a locked campaign's budget, fee and option do not change by a save; null if no money was received. */
export function moneyLockOf(work: Work, agreement: AgreementRecord, standing: Standing): string | null {
  if (!hasMoney(agreement.books)) return null;
  const { supportPhone } = work.deps.country;
  return moneyLockWords(standing, { organisation: agreement.tenantName, supportPhone });
}

type Chosen = { code: FinanceOptionCode; standing: Standing };

/** Once money was received, another option is chosen only by the step that shows what happens to the money. */
export function refuseOtherOption(work: Work, agreement: AgreementRecord, { code, standing }: Chosen): void {
  if (agreement.financeOptionCode === code) return;
  const lock = moneyLockOf(work, agreement, standing);
  if (lock === null) return;
  throw new Problem(400, 'money-received', lock, { validation: fieldError('financeOptionCode', 'notValid', lock) });
}

/**
 * A fee that is entered with a payment becomes the campaign's. A signed fee does not change. Once money was received,
 * only the step changes it.
 */
export function refuseOtherFee(work: Work, agreement: AgreementRecord, { code, standing }: Chosen): void {
  const isSigned = isFinanced(code) && onceSigned.includes(agreement.status);
  const words = isSigned ? termsSigned : moneyLockOf(work, agreement, standing);
  if (words === null) return;
  const validation = fieldError('serviceFee', 'notValid', words);
  throw new Problem(400, isSigned ? 'terms-signed' : 'money-received', words, { validation });
}
