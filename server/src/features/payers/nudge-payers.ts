import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { decideNudge } from '@kerb/domain/payers/nudge.ts';
import { decideNote } from '@kerb/domain/payers/payer-note.ts';
import { notSent } from '@kerb/domain/payers/payer-rules.ts';
import type { SendOutcome } from '@kerb/domain/payers/payers.contract.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { findPayer, type PayerRecord, payersOf, updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import { linkForMail } from '@kerb/server/features/payers/payment-links.ts';
import { postLink } from '@kerb/server/features/payers/post-link.ts';
import { readyCampaign } from '@kerb/server/features/payers/send-campaign.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Why a payer is not reminded; null if they can be. */
function refusalOf(payer: PayerRecord | undefined, now: string): { type: string; message: string } | null {
  if (!payer) return { type: 'notValid', message: notSent.one };
  if (!payer.emailAddress) return { type: 'isEmpty', message: notSent.noAddress };
  const decided = decideNudge(payer, now);
  return decided.ok ? null : { type: 'notValid', message: decided.because };
}

/** The present link stays, and its days begin again. A link whose days are over is replaced. */
async function nudge(work: Work, agreement: AgreementRecord, payer: PayerRecord, note: string | null): Promise<void> {
  await linkForMail(work, agreement, payer);
  const linked = must(await findPayer(work.tx, agreement.id, payer.id), `payer ${payer.id}`);
  const version = must(linked.linkVersion, `link of payer ${payer.id}`);
  await postLink(work, agreement, { ...linked, version }, { note, isReminder: true });
  await updatePayers(work.tx, [payer.id], { nudgedDate: work.now });
  await record(work, {
    activityCode: 'signatory_update',
    subject: `/v1/signatories/${payer.id}`,
    description: 'Payer reminded',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    userId: payer.userId,
    data: { nudgedDate: { before: payer.nudgedDate, after: work.now }, ...(note && { noteToPayer: note }) },
  });
}

type Request = { id: number; vendorIds: readonly number[]; note?: string | null | undefined };

/** Reminds payers who have not opened their link. A refusal for one payer does not stop the others. */
export async function nudgePayers(work: Work, scope: AccessScope, request: Request): Promise<SendOutcome> {
  const agreement = await readyCampaign(work, scope, request.id);
  const note = mustAllow(decideNote(request.note));
  const payers = await payersOf(work.tx, request.id);
  const outcome: SendOutcome = { successCount: 0, failureCount: 0, validation: {} };
  for (const payerId of new Set(request.vendorIds)) {
    const payer = payers.find(({ id }) => id === payerId);
    const refusal = refusalOf(payer, work.now);
    if (payer && !refusal) {
      await nudge(work, agreement, payer, note);
      outcome.successCount += 1;
    } else {
      outcome.validation[payerId] = refusal ? [refusal] : [];
      outcome.failureCount += 1;
    }
  }
  return outcome;
}
