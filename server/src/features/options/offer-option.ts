import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import {
  decideInterestFree,
  decideOffer,
  decideWithdraw,
  interestFreeState,
  isOffered,
} from '@kerb/domain/options/option-rules.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  type AgreementRecord,
  lockCampaign,
  updateAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { repricing } from '@kerb/server/features/options/choose-option.ts';
import { type Offers, offersOf } from '@kerb/server/features/options/options.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Request = { id: number; code: FinanceOptionCode };
type Held = { agreement: AgreementRecord; offers: Offers };

/** Options change only under the campaign's lock, so that concurrent switches run one after the other. */
async function hold(work: Work, scope: AccessScope, id: number): Promise<Held> {
  const agreement = await lockCampaign(work.tx, scope, id);
  return { agreement, offers: await offersOf(work.tx, agreement, { country: work.deps.country, now: work.now }) };
}

type Activity = `campaign_fo_${'create' | 'update' | 'delete'}`;

async function logChange(work: Work, { agreement }: Held, activityCode: Activity, data: object): Promise<void> {
  await updateAgreement(work.tx, agreement.id, {}, work.now);
  await record(work, { activityCode, agreementId: agreement.id, tenantId: agreement.tenantId, data });
}

/** Adds an option for the payer. Idempotent. */
export async function offerOption(work: Work, scope: AccessScope, { id, code }: Request): Promise<void> {
  const held = await hold(work, scope, id);
  const { offers } = held;
  if (isOffered(offers, code)) return;
  mustAllow(decideOffer(offers, code, work.deps.country));
  const interestFreeOffered = code === 'pl' && interestFreeState(offers) === 'running';
  const at = { createdDate: work.now, lastUpdateDate: work.now };
  await work.tx
    .insertInto('campaignFinanceOptions')
    .values({ agreementId: id, optionCode: code, interestFreeOffered, ...at })
    .onConflict((row) => row.columns(['agreementId', 'optionCode']).doUpdateSet({ interestFreeOffered, ...at }))
    .execute();
  await logChange(work, held, 'campaign_fo_create', { optionCode: code, interestFreeOffered });
}

/** Removes an option. Idempotent. */
export async function withdrawOption(work: Work, scope: AccessScope, { id, code }: Request): Promise<void> {
  const held = await hold(work, scope, id);
  const { agreement, offers } = held;
  if (!isOffered(offers, code)) return;
  mustAllow(decideWithdraw(offers, code, standingTowards(scope.actor, agreement), work.deps.country));
  await work.tx
    .deleteFrom('campaignFinanceOptions')
    .where('agreementId', '=', id)
    .where('optionCode', '=', code)
    .execute();
  await logChange(work, held, 'campaign_fo_delete', { optionCode: code });
}

type Switch = Request & { interestFreeOffered: boolean };

/** Switches the organisation's interest-free offer on or off for a campaign. An already chosen loan is updated. */
export async function switchInterestFree(work: Work, scope: AccessScope, asked: Switch): Promise<void> {
  const { id, code, interestFreeOffered } = asked;
  const held = await hold(work, scope, id);
  const { agreement, offers } = held;
  const option = offers.offered.find(({ optionCode }) => optionCode === code);
  if (!option || code !== 'pl') throw notFound('payment option');
  if (option.interestFreeOffered === interestFreeOffered) return;
  mustAllow(decideInterestFree(offers, interestFreeOffered, standingTowards(scope.actor, agreement)));
  await repricing(work, agreement, async () => {
    await work.tx
      .updateTable('campaignFinanceOptions')
      .set({ interestFreeOffered, lastUpdateDate: work.now })
      .where('agreementId', '=', id)
      .where('optionCode', '=', code)
      .execute();
    return {};
  });
  const change = { before: option.interestFreeOffered, after: interestFreeOffered };
  await logChange(work, held, 'campaign_fo_update', { optionCode: code, interestFreeOffered: change });
}
