import type { Standing } from '@kerb/domain/access/actor.ts';
import { moneyLockWords } from '@kerb/domain/agreements/money-lock.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { hasMoney } from '@kerb/domain/payments/campaign-money.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
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
