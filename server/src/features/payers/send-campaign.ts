import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { decideNote } from '@kerb/domain/payers/payer-note.ts';
import { decideSend, notSent } from '@kerb/domain/payers/payer-rules.ts';
import type { SendOutcome } from '@kerb/domain/payers/payers.contract.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { scheduleOf } from '@kerb/server/features/agreements/approval-facts.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import {
  type PayerRecord,
  payerOfCampaign,
  payersOf,
  updatePayers,
} from '@kerb/server/features/payers/payers.repository.ts';
import { issuePaymentLink } from '@kerb/server/features/payers/payment-links.ts';
import { postLink } from '@kerb/server/features/payers/post-link.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export async function readyCampaign(work: Work, scope: AccessScope, id: number): Promise<AgreementRecord> {
  const agreement = await lockCampaign(work.tx, scope, id);
  mustAllow(decideSend(agreement, await scheduleOf(work, agreement)));
  return agreement;
}

/** Sending a draft marks it as sent, by the same rule as the button Mark as sent. */
async function markDraftAsSent(work: Work, scope: AccessScope, agreement: AgreementRecord): Promise<void> {
  if (agreement.status !== 'draft') return;
  const standing = standingTowards(scope.actor, agreement);
  await moveTo(work, agreement, mustAllow(decideStatusChange(agreement, 'waiting-invite', standing)));
}

async function sendTo(work: Work, agreement: AgreementRecord, payer: PayerRecord, note: string | null): Promise<void> {
  const version = await issuePaymentLink(work, payer.id);
  await postLink(work, agreement, { ...payer, version }, { note });
  await updatePayers(work.tx, [payer.id], { sentDate: work.now });
  await record(work, {
    activityCode: 'signatory_update',
    subject: `/v1/signatories/${payer.id}`,
    description: 'Payment URL sent',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    userId: payer.userId,
    data: { sentDate: { before: payer.sentDate, after: work.now }, ...(note && { noteToPayer: note }) },
  });
}

export async function sendToPayer(work: Work, scope: AccessScope, { id, vendorId }: { id: number; vendorId: number }) {
  const agreement = await readyCampaign(work, scope, id);
  const payer = await payerOfCampaign(work.tx, id, vendorId);
  if (!payer.emailAddress) throw new Problem(409, 'no-email-address', notSent.noAddress);
  await markDraftAsSent(work, scope, agreement);
  await sendTo(work, agreement, payer, null);
}

type Request = { id: number; vendorIds?: number[] | undefined; note?: string | null | undefined };

/** Sends to every payer, or to the named ones. A failure for one payer does not stop the others. */
export async function sendToPayers(work: Work, scope: AccessScope, request: Request): Promise<SendOutcome> {
  const { id, vendorIds } = request;
  const agreement = await readyCampaign(work, scope, id);
  const note = mustAllow(decideNote(request.note));
  const payers = await payersOf(work.tx, id);
  const asked = vendorIds ?? payers.filter((payer) => payer.signatureDate === null).map((payer) => payer.id);
  if (asked.length === 0) throw new Problem(409, 'nobody-to-send-to', notSent.nobody);
  await markDraftAsSent(work, scope, agreement);

  const outcome: SendOutcome = { successCount: 0, failureCount: 0, validation: {} };
  for (const payerId of new Set(asked)) {
    const payer = payers.find((candidate) => candidate.id === payerId);
    if (payer?.emailAddress) {
      await sendTo(work, agreement, payer, note);
      outcome.successCount += 1;
    } else {
      outcome.validation[payerId] = payer
        ? [{ type: 'isEmpty', message: notSent.noAddress }]
        : [{ type: 'notValid', message: notSent.one }];
      outcome.failureCount += 1;
    }
  }
  return outcome;
}
