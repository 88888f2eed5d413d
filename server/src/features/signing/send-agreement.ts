import { buffer } from 'node:stream/consumers';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { payerMail } from '@kerb/domain/notifications/payer-messages.ts';
import type { PayerMessageKind } from '@kerb/domain/notifications/payer-templates.ts';
import { decideSigning } from '@kerb/domain/signing/signing-rules.ts';
import { mailedPaymentUrl } from '@kerb/server/features/agreements/agreement-view.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { SignatoryRecord } from '@kerb/server/features/payers/payers.repository.ts';
import { issuePaymentLink } from '@kerb/server/features/payers/payment-links.ts';
import { holdSignatory } from '@kerb/server/features/payers/save-signatory.ts';
import { signedDocumentOf } from '@kerb/server/features/signing/signed-documents.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { openStored } from '@kerb/server/platform/files/open-stored.ts';
import type { AttachmentMakers, Delivered } from '@kerb/server/platform/outbox/attachments.ts';
import { payerFactsOf } from '@kerb/server/platform/outbox/payer-facts.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const copyKind = 'signed-agreement';

/** Stores the delivery as evidence of the signature. A payer who was removed since then has no signature. */
async function noteDelivery(tx: Tx, agreementId: number, { userId, deliveredDate }: Delivered): Promise<void> {
  await sql`
    insert into signature_events (agreement_id, signatory_id, date, kind, channel)
    select agreement_id, id, ${deliveredDate}, 'copy-delivered', 'email' from signatories
    where agreement_id = ${agreementId} and user_id = ${userId}`.execute(tx);
}

/** Exactly the bytes that were filed; null if nothing is signed. */
export const signedCopy: AttachmentMakers[string] = async (deps, agreementId) => {
  const signed = await signedDocumentOf(deps.db, agreementId);
  if (!signed) return null;
  const content = await buffer(await openStored(deps, signed));
  return {
    fileName: signed.fileName,
    contentType: signed.contentType,
    content,
    whenDelivered: (tx, delivered) => noteDelivery(tx, agreementId, delivered),
  };
};

/** The attachments of this room's messages. */
export const signedAgreementMakers: AttachmentMakers = { [copyKind]: signedCopy };

type Recipient = Pick<SignatoryRecord, 'id' | 'userId' | 'firstName' | 'emailAddress'>;

const mailFor = async (work: Work, agreement: AgreementRecord, { firstName }: Recipient, kind: PayerMessageKind) =>
  payerMail(kind, { ...(await payerFactsOf(work, agreement, kind)), firstName });

/** Sends a signatory their copy. */
export async function postCopy(
  work: Work,
  agreement: AgreementRecord,
  to: Recipient,
  { isRequested = false } = {},
): Promise<void> {
  await postMessage(work, {
    kind: copyKind,
    channel: 'email',
    audience: 'vendor',
    recipient: to.emailAddress,
    isRequested,
    ...(await mailFor(work, agreement, to, copyKind)),
    agreementId: agreement.id,
    userId: to.userId,
    attachment: { kind: copyKind, id: agreement.id },
  });
}

async function postLink(work: Work, agreement: AgreementRecord, to: SignatoryRecord): Promise<void> {
  const version = await issuePaymentLink(work, to.id);
  await postMessage(work, {
    kind: 'ready-to-sign',
    channel: 'email',
    audience: 'vendor',
    recipient: to.emailAddress,
    isRequested: true,
    ...(await mailFor(work, agreement, to, 'ready-to-sign')),
    secrets: [mailedPaymentUrl(work.deps, { ...to, version })],
    agreementId: agreement.id,
    signatoryId: to.id,
    userId: to.userId,
  });
}

/** Sends a signatory their copy once the agreement is signed, or before that the link to sign it. */
export async function sendAgreement(work: Work, scope: AccessScope, id: number): Promise<void> {
  const { agreement, signatory } = await holdSignatory(work, scope, id);
  const isSigned = (await signedDocumentOf(work.tx, agreement.id)) !== undefined;
  if (!isSigned) mustAllow(decideSigning(agreement, { ...signatory, isOwn: true, askerHasSigned: null }));
  if (isSigned) await postCopy(work, agreement, signatory, { isRequested: true });
  else await postLink(work, agreement, signatory);
  await record(work, {
    activityCode: 'signatory_update',
    description: isSigned ? 'Signed agreement sent' : 'Agreement sent for signing',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    userId: signatory.userId,
  });
}
