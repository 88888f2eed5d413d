import { must } from '@kerb/domain/kernel/must.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import { onceReturned } from '@kerb/domain/payments/held-money.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { carryOut } from '@kerb/server/features/payments/carry-out-plan.ts';
import { writePaid } from '@kerb/server/features/payments/follow-money.ts';
import { moneyFactsOf, planFor } from '@kerb/server/features/payments/money-facts.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Line = 'change' | 'end' | 'reopen';

const voidReasons: Record<Line, string> = {
  change: 'Replaced: what the campaign asks for has changed',
  end: 'The campaign is over',
  reopen: 'Replaced: the campaign is open again',
};

function eventOf(from: AgreementStatus, to: AgreementStatus): Line {
  if (isCancelledOrDeclined(to)) return 'end';
  return isCancelledOrDeclined(from) ? 'reopen' : 'change';
}

/** The log says how much money is held, or kept again, because of the change. */
async function note(work: Work, { id, tenantId }: MovedCampaign, held: { before: number; after: number }) {
  if (held.before === held.after) return;
  const isMore = held.after > held.before;
  await record(work, {
    activityCode: 'campaign_update',
    description: isMore ? 'Money held for the payer' : 'Held money used for the campaign',
    agreementId: id,
    tenantId,
    data: { held },
  });
}

/**
 * Brings the invoices and the money of a locked campaign in line with what it asks for now: after a change of its
 * budget or option, or in another status. Money that nothing asks for is held for the payer. Reads the campaign again,
 * because the caller's record may be older than its own changes.
 */
export async function bringMoneyInLine(
  work: Work,
  { id, status }: Pick<MovedCampaign, 'id' | 'status'>,
  reached: AgreementStatus = status,
): Promise<void> {
  if ((await booksOf(work.tx, id)).version === 0) return;
  const event = eventOf(status, reached);
  const campaign = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  const facts = await moneyFactsOf(work.tx, campaign, campaign.books);
  const isReopened = event === 'reopen';
  if (isReopened && facts.books.returned > 0) throw new Problem(409, 'money-returned', onceReturned.reopen);
  const plan = mustAllow(planFor(facts, campaign, { isReopened }, work.deps.country));
  const key = `${event}:${id}:${facts.books.version}`;
  const isChanged = await carryOut(work, campaign, plan, { event, key, reason: voidReasons[event] });
  // The payment fields of a campaign that has ended do not change.
  if (!isChanged && !isReopened) return;
  await note(work, campaign, { before: moneyOf(facts.books).held, after: plan.after.held });
  await writePaid(work, campaign);
}
