import { payerMail } from '@kerb/domain/notifications/payer-messages.ts';
import { endedSignatures } from '@kerb/domain/signing/signing-rules.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { type AgreementRecord, findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { payersOf, readingOf, signatoriesInScope } from '@kerb/server/features/payers/payers.repository.ts';
import { addressForMail } from '@kerb/server/features/payers/payment-links.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import {
  type AgreementPaper,
  agreementPaper,
  noPaper,
  paperReading,
} from '@kerb/server/features/signing/agreement-paper.ts';
import type { SignatureRow } from '@kerb/server/features/signing/signature-record.ts';
import { signaturesOf } from '@kerb/server/features/signing/signatures.repository.ts';
import { voidSignatures } from '@kerb/server/features/signing/void-signatures.ts';
import { payerFactsOf } from '@kerb/server/platform/outbox/payer-facts.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Campaign = Pick<AgreementRecord, 'id' | 'name' | 'status' | 'campaignBudgetFundsPurpose'>;

const changedWords = 'Signatures ended because the agreement has changed';

/** Ends these signatures of a locked campaign. Each of their payers is told, and asked to sign again. */
export async function endSignatures(
  work: Work,
  campaign: Campaign,
  signatures: readonly SignatureRow[],
): Promise<string[]> {
  const ended = await voidSignatures(work, campaign.id, {
    signatoryIds: signatures.map(({ signatoryId }) => signatoryId),
    description: changedWords,
  });
  const about = await payerFactsOf(work, campaign, 'agreement-changed');
  for (const payer of await payersOf(work.tx, campaign.id)) {
    if (!ended.includes(payer.id)) continue;
    const address = await addressForMail(work, campaign, payer);
    await postMessage(work, {
      kind: 'agreement-changed',
      channel: 'email',
      audience: 'vendor',
      recipient: payer.emailAddress,
      ...payerMail('agreement-changed', { ...about, firstName: payer.firstName }),
      secrets: [address],
      agreementId: campaign.id,
      signatoryId: payer.id,
      userId: payer.userId,
    });
  }
  return signatures.map(({ legalName }) => legalName);
}

async function outdatedOf(work: Work, agreementId: number, paper: Pick<AgreementPaper, 'key'> | null) {
  const signatures = await signaturesOf(work.tx, agreementId);
  return signatures.filter(({ documentKey }) => documentKey !== null && documentKey !== paper?.key);
}

/**
 * Ends the signatures on an earlier document of a locked campaign. Returns the names of their signatories. A signature
 * from before documents had keys is compared by its drawing when the next person signs.
 */
export async function endOutdatedSignatures(
  work: Work,
  campaign: Campaign,
  paper: Pick<AgreementPaper, 'key'> | null,
): Promise<string[]> {
  const outdated = await outdatedOf(work, campaign.id, paper);
  return outdated.length === 0 ? [] : endSignatures(work, campaign, outdated);
}

/** Whether some have signed and the agreement may still change: not all have signed, also if it was declined then. */
const isOpenToChange = ({ status, campaignFinanceSignatureDate }: AgreementRecord): boolean =>
  status === 'approved' || (isCancelledOrDeclined(status) && campaignFinanceSignatureDate === null);

/** Nobody is asked to sign a campaign that ended. */
async function voidOutdated(work: Work, { id }: Campaign, paper: Pick<AgreementPaper, 'key'> | null): Promise<void> {
  const signatoryIds = (await outdatedOf(work, id, paper)).map(({ signatoryId }) => signatoryId);
  if (signatoryIds.length > 0) await voidSignatures(work, id, { signatoryIds, description: changedWords });
}

/**
 * Runs in the transaction of every change of a fact that an agreement states. Between the first and the last signature
 * a changed agreement ends the signatures on the earlier one.
 */
export async function keepSignaturesTrue(work: Work, agreementId: number): Promise<void> {
  if ((await signaturesOf(work.tx, agreementId)).length === 0) return;
  const agreement = await findAgreement(work.tx, wholeScope, agreementId);
  if (!agreement || !isOpenToChange(agreement)) return;
  const signatories = await signatoriesInScope(readingOf(work), wholeScope, { agreementId });
  const paper = await agreementPaper(paperReading(work), agreement, signatories).catch(noPaper);
  if (agreement.status === 'approved') await endOutdatedSignatures(work, agreement, paper);
  else await voidOutdated(work, agreement, paper);
}

export const changedSince = (names: readonly string[]): Problem =>
  new Problem(409, 'agreement-changed', endedSignatures(names));
