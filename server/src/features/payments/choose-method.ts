import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { decideMayPay } from '@kerb/domain/payments/may-pay.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { refuseWhileCharging } from '@kerb/server/features/agreements/charges.ts';
import { refuseOtherOption } from '@kerb/server/features/agreements/money-lock.ts';
import { agreedTo } from '@kerb/server/features/payments/agreed-terms.ts';
import { carryOut } from '@kerb/server/features/payments/carry-out-plan.ts';
import { moneyFactsOf, planFor } from '@kerb/server/features/payments/money-facts.ts';
import { offeredTerms } from '@kerb/server/features/payments/offered-terms.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Intent = NonNullable<AgreementRecord['campaignBudgetUpfrontPaymentMethodIntent']>;

/** Stores how the payer will pay upfront. A transfer is invoiced and then pending. Another endpoint charges a card. */
export async function chooseMethod(work: Work, scope: AccessScope, { id, intent }: { id: number; intent: Intent }) {
  const agreement = await lockCampaign(work.tx, scope, id);
  mustAllow(await offeredTerms(work.tx, agreement, 'pn', { country: work.deps.country, now: work.now }));
  refuseOtherOption(work, agreement, { code: 'pn', standing: standingTowards(scope.actor, agreement) });
  await refuseWhileCharging(work, agreement);
  const kind = mustAllow(decideMayPay(agreement, 'pn'));
  mustAllow(await agreedTo({ db: work.tx, country: work.deps.country }, scope, agreement, kind));
  const fields = {
    financeOptionCode: 'pn',
    campaignBudgetUpfrontPaymentMethodIntent: intent,
    campaignBudgetUpfrontPaymentMethodUpdated: work.now,
  } as const;
  await changeCampaign(work, agreement, fields);
  if (intent !== 'bank-transfer') return;
  const campaign = { ...agreement, ...fields };
  const facts = await moneyFactsOf(work.tx, campaign);
  const plan = mustAllow(planFor(facts, campaign, { bills: 'always' }, work.deps.country));
  const key = `invoice:${id}:${facts.books.version}`;
  await carryOut(work, campaign, plan, { event: 'invoice', key });
  // An information request stays open until its payers have answered it.
  if (agreement.status === 'waiting-info') return;
  const move = decideStatusChange(agreement, 'waiting-approval', 'product');
  if (move.ok) await moveTo(work, agreement, move.value);
}
