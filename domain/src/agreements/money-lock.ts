import { standingMay } from '@kerb/domain/access/access-scope.ts';
import { isPayer, type Standing } from '@kerb/domain/access/actor.ts';
import type { AgreementFieldName } from '@kerb/domain/agreements/agreement-fields.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/** The options whose price is the campaign's service fee. */
const pricedByFee: readonly FinanceOptionCode[] = ['pos'];

/** The fields that decide what a payer is asked for. Once money was received, a save does not change them. */
export const isLockedByMoney = (name: AgreementFieldName, option: FinanceOptionCode | null): boolean =>
  name === 'campaignBudget' ||
  name === 'financeOptionCode' ||
  (name === 'serviceFee' && option !== null && pricedByFee.includes(option));

/** The step that changes these fields, and shows and records what happens to the money. */
export const changeStep = 'Change after payment';

type Whom = { organisation: string; supportPhone: string };

/** Why a locked field does not change, and what this person can do instead. */
export function moneyLockWords(standing: Standing, { organisation, supportPhone }: Whom): string {
  const received = 'Money has been received for this campaign.';
  if (standingMay(standing, 'payment.change'))
    return `${received} Use ‘${changeStep}’, which shows what happens to it.`;
  const whom = isPayer(standing) ? `${organisation} or us` : 'us';
  return `${received} To change its budget or payment option, please call ${whom} on ${supportPhone}.`;
}
