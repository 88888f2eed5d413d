import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decidePayable } from '@kerb/domain/batches/owed.ts';
import type { KeptFunds, TransferByHand, Transferred } from '@kerb/domain/batches/record-transfer.contract.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import {
  type AgreementRecord,
  campaignInScope,
  lockCampaign,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { completePaidUpfront } from '@kerb/server/features/batches/complete-paid.ts';
import { factsOf, isInSomeBatch } from '@kerb/server/features/batches/owed-campaigns.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { invalid, mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export async function keptFunds(work: Work, scope: AccessScope, id: number): Promise<KeptFunds> {
  const agreement = await campaignInScope(work.tx, scope, id);
  const facts = factsOf(work, agreement, await isInSomeBatch(work.tx, id));
  const decided = decidePayable(facts, 'hand', work.deps.country);
  return { amount: moneyOf(agreement.books).kept, refusal: decided.ok ? null : decided.because };
}

/** Writes a transfer of a locked campaign's funds without a batch. */
export async function payByHand(
  work: Work,
  agreement: AgreementRecord,
  amount: Cents,
  { date, description }: TransferByHand,
): Promise<void> {
  const { id, books } = agreement;
  await postMoves(work, {
    agreementId: id,
    event: 'transfer',
    key: `transfer:${id}:${books.version}`,
    description,
    moves: [{ move: 'transferByHand', amounts: { amount, lent: Math.min(amount, books.agreed) } }],
  });
  const changes = { campaignAgencySettlementAmount: amount, campaignAgencySettlementDate: date };
  const data = { amount, reference: description };
  await changeCampaign(work, agreement, changes, { description: 'Funds transferred by hand', data });
  await completePaidUpfront(work, agreement);
}

type Request = { scope: AccessScope; id: number; body: TransferByHand; once: Once<Transferred> };

/** Records that an admin has transferred all that is kept for the organisation, without a batch. Idempotent. */
export async function recordTransfer(work: Work, { scope, id, body, once }: Request): Promise<StoredAnswer> {
  const agreement = await lockCampaign(work.tx, scope, id);
  const { date } = body;
  if (date > dayIn(agreement.tenantTimeZone, work.now)) {
    const words = 'The day of the transfer cannot be in the future.';
    throw invalid(fieldError('date', 'notValid', words), words);
  }
  const facts = factsOf(work, agreement, await isInSomeBatch(work.tx, id));
  const amount = mustAllow(decidePayable(facts, 'hand', work.deps.country));
  await payByHand(work, agreement, amount, body);
  return once.settle(work.tx, { amount, date });
}
