import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import type { ChangeRequest, MoneyPlan } from '@kerb/domain/payments/change-after-payment.contract.ts';
import type { MoneyChange } from '@kerb/domain/payments/change-after-payment.ts';
import { decideReturn } from '@kerb/domain/payments/held-money.ts';
import { entriesOf, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  type AgreementRecord,
  campaignInScope,
  findAgreement,
  lockCampaign,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { writeTerms } from '@kerb/server/features/options/change-terms.ts';
import { changeFee } from '@kerb/server/features/options/offered-fee.ts';
import { carryOut } from '@kerb/server/features/payments/carry-out-plan.ts';
import { writePaid } from '@kerb/server/features/payments/follow-money.ts';
import { moneyFactsOf, planFor } from '@kerb/server/features/payments/money-facts.ts';
import { moneyView } from '@kerb/server/features/payments/money-view.ts';
import { notifyOfChange } from '@kerb/server/features/payments/notify-of-change.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { notIssued, type PlannedChange, planChange, planView } from '@kerb/server/features/payments/plan-change.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** What the change would do. Nothing is written. */
export async function previewChange(
  work: Work,
  scope: AccessScope,
  { id, change }: { id: number; change: MoneyChange },
): Promise<MoneyPlan> {
  const agreement = await campaignInScope(work.tx, scope, id);
  const planned = mustAllow(await planChange(work, agreement, change));
  return planView(work, agreement, planned, standingTowards(scope.actor, agreement));
}

const moneyChanged = () =>
  new Problem(409, 'money-changed', 'The money of this campaign has changed since you looked. Nothing was done.');

/** The person saw other figures than the plan has now. */
function refuseOtherFigures({ booksAfter }: PlannedChange, expected: ChangeRequest['expected']): void {
  const { kept, due, held } = moneyOf(booksAfter);
  if (kept !== expected.kept || due !== expected.billed || held !== expected.held) throw moneyChanged();
}

/** Moves the money as planned. The facts are read again from what was written, and must give the same plan. */
async function moveMoney(work: Work, written: AgreementRecord, planned: PlannedChange, reason: string): Promise<void> {
  const { status, bills } = planned.asks;
  const campaign = { ...written, status };
  const facts = await moneyFactsOf(work.tx, campaign);
  const plan = mustAllow(planFor(facts, campaign, { bills }, work.deps.country));
  const entries = JSON.stringify(entriesOf(plan.moves(notIssued)));
  if (entries !== JSON.stringify(entriesOf(planned.plan.moves(notIssued)))) {
    throw new Error(`The money of campaign ${campaign.id} would not move as it was shown.`);
  }
  const key = `change:${campaign.id}:${facts.books.version}`;
  await carryOut(work, campaign, plan, { event: 'change', key, reason });
}

/** Held money that was returned by bank transfer together with the change. */
async function giveBack(work: Work, id: number, returned: NonNullable<ChangeRequest['returned']>): Promise<void> {
  const books = await booksOf(work.tx, id);
  const { held, underRefund } = moneyOf(books);
  const facts = { heldCents: held, isRefunding: underRefund > 0 };
  const verdict = decideReturn(facts, returned.amount, work.deps.country);
  if (!verdict.ok) {
    const validation = fieldError('returned.amount', 'notValid', verdict.because);
    throw new Problem(400, verdict.code, verdict.because, { validation });
  }
  await postMoves(work, {
    agreementId: id,
    event: 'return',
    key: `return:${id}:${books.version}`,
    moves: [moveOf('giveBack', returned.amount)],
    description: returned.description,
  });
}

const amountsOf = ({ facts, booksAfter }: PlannedChange, returned: number) => {
  const before = moneyOf(facts.books);
  const after = moneyOf(booksAfter);
  return {
    kept: { before: before.kept, after: after.kept },
    due: { before: before.due, after: after.due },
    held: { before: before.held, after: after.held - returned },
    ...(returned > 0 && { returned }),
  };
};

type Changed = { plan: MoneyPlan; money: ReturnType<typeof moneyView> };
type Request = { scope: AccessScope; id: number; body: ChangeRequest };

/**
 * Changes budget, option or fee after money was received: writes the terms, moves the money as the plan shows, and
 * moves the campaign once, to its final status.
 */
export async function carryOutChange(work: Work, { scope, id, body }: Request): Promise<Changed> {
  const { change, reason, expected, returned } = body;
  const agreement = await lockCampaign(work.tx, scope, id);
  const standing = standingTowards(scope.actor, agreement);
  const planned = mustAllow(await planChange(work, agreement, change));
  refuseOtherFigures(planned, expected);
  const view = planView(work, agreement, planned, standing);

  const description = 'Changed after payment';
  const data = {
    reason,
    ...amountsOf(planned, returned?.amount ?? 0),
    ...(returned && { reference: returned.description }),
  };
  const written = await writeTerms(work, agreement, planned.fields, { description, data });
  if (Object.keys(planned.fields).length === 0) {
    const about = { agreementId: id, tenantId: agreement.tenantId };
    await record(work, { activityCode: 'campaign_update', description, ...about, data });
  }
  const { financeOptionCode: option } = written;
  if (change.serviceFee !== undefined && option !== null) await changeFee(work, written, option, change.serviceFee);
  await moveMoney(work, written, planned, reason);
  await work.deps.agreementEffects.keepSignaturesTrue(work, id);
  await writePaid(work, written);
  if (returned) await giveBack(work, id, returned);
  if (planned.status !== agreement.status) {
    await moveTo(work, must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`), planned.status);
  }
  const now = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  await notifyOfChange(work, now, { reason, returned: returned?.amount ?? 0 });
  return { plan: view, money: moneyView(now.books, standing) };
}

/** The change of one request. A repeated request gets the stored answer. */
export const changeAfterPayment = async (
  work: Work,
  { once, ...request }: Request & { once: Once<Changed> },
): Promise<StoredAnswer> => once.settle(work.tx, await carryOutChange(work, request));
