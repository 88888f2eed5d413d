import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord, realActorOf } from '@kerb/domain/access/actor.ts';
import { duplicatePayerEmail } from '@kerb/domain/agreements/new-payer.ts';
import type { Changes } from '@kerb/domain/audit/activity.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { addressChangedMail, addressSetMail } from '@kerb/domain/notifications/verification.ts';
import { actsAsPayer, countsAsSetter } from '@kerb/domain/payers/contact-setters.ts';
import {
  decideDetails,
  isLocked,
  isSealed,
  maskedFieldsOf,
  type PayerDetails,
  type PayerField,
  sealedFields,
} from '@kerb/domain/payers/payer-details.ts';
import type { SavedSignatory } from '@kerb/domain/signing/signatories.contract.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { saveExternal } from '@kerb/server/features/agreements/external-refs.ts';
import { noteChange } from '@kerb/server/features/agreements/note-change.ts';
import { findOrMakeUser } from '@kerb/server/features/payers/add-payer.ts';
import { type EncryptedDetails, encryptDetails } from '@kerb/server/features/payers/encrypted-details.ts';
import { endIdentityCheck } from '@kerb/server/features/payers/end-identity-check.ts';
import {
  findSignatory,
  readingOf,
  type SignatoryRecord,
  signatoriesInScope,
  updatePayers,
} from '@kerb/server/features/payers/payers.repository.ts';
import { issuePaymentLink } from '@kerb/server/features/payers/payment-links.ts';
import { recordOfPayer } from '@kerb/server/features/payers/record-of-payer.ts';
import { forgetMailbox } from '@kerb/server/platform/auth/sign-ins.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { invalid, mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type Held = { agreement: AgreementRecord; signatory: SignatoryRecord };

/** A signatory, with their campaign locked. A payer may lock only their own record. */
export async function holdSignatory(work: Work, scope: AccessScope, id: number): Promise<Held> {
  const found = await findSignatory(readingOf(work), scope, id);
  const agreement = found && (await lockAgreement(work.tx, scope, found.agreementId));
  const signatory = agreement && (await findSignatory(readingOf(work), scope, id));
  if (!signatory || (scope.asPayer && !isOwnRecord(scope.actor, signatory))) throw notFound('signatory');
  return { agreement, signatory };
}

/** The log says that a detail was entered or changed, but not its value. */
function loggedChanges(before: SignatoryRecord, changes: Partial<PayerDetails>): Changes {
  const said = (value: unknown) => (value === null ? null : 'sealed');
  return Object.fromEntries(
    Object.entries(changes).map(([field, after]) => {
      const was = before[field as PayerField];
      return [field, isSealed(field) ? { before: said(was), after: said(after) } : { before: was, after }];
    }),
  );
}

/** Clears the sealed details: a payer with another e-mail address may be another person. */
const forgottenDetails = Object.fromEntries(sealedFields.map((field) => [field, null])) as EncryptedDetails;

/**
 * Another e-mail address means another mailbox, and perhaps another person. Replaces the Payment URL, deletes the
 * payer's draft, and takes the payer off the identity documents, which only admins see then.
 */
async function readdress(
  work: Work,
  scope: AccessScope,
  signatory: SignatoryRecord,
  emailAddress: string,
): Promise<number> {
  const others = await signatoriesInScope(readingOf(work), scope, { agreementId: signatory.agreementId });
  const isTaken = others.some(
    (other) => other.id !== signatory.id && other.emailAddress.toLowerCase() === emailAddress.toLowerCase(),
  );
  if (isTaken) throw invalid(fieldError('emailAddress', 'conflictingValue', duplicatePayerEmail));
  // A campaign that was set back to draft may have links too: a link to the former mailbox must not open the record.
  if (signatory.status !== 'draft' || signatory.hasLink) await issuePaymentLink(work, signatory.id);
  await work.tx.deleteFrom('payerDrafts').where('signatoryId', '=', signatory.id).execute();
  await work.tx
    .updateTable('attachments')
    .set({ signatoryId: null })
    .where('signatoryId', '=', signatory.id)
    .where('purpose', '=', 'vendor-id')
    .execute();
  const userId = await findOrMakeUser(work, { ...signatory, emailAddress });
  // An erasure of this payer must also find what is held under the former address.
  if (userId !== signatory.userId) {
    await work.tx
      .insertInto('formerPayerUsers')
      .values({ signatoryId: signatory.id, userId: signatory.userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return userId;
}

function sealedOf(work: Work, signatory: SignatoryRecord, changes: Partial<PayerDetails>): Buffer {
  const details = Object.fromEntries(
    sealedFields.map((field) => [field, { ...signatory, ...changes }[field]]),
  ) as EncryptedDetails;
  return encryptDetails(work.deps.secrets, signatory.id, details);
}

/** Tells both addresses of a payer who was sent the campaign: messages and codes now go to the new one. */
async function tellBothAddresses(work: Work, { agreement, signatory }: Held, emailAddress: string): Promise<void> {
  if (signatory.sentDate === null) return;
  const { name: campaignName, tenantName: organisation } = agreement;
  const facts = { ...ourContact(work.deps), campaignName, organisation, firstName: signatory.firstName };
  const about = { channel: 'email', audience: 'vendor', agreementId: agreement.id } as const;
  await postMessage(work, {
    ...about,
    kind: 'payer-address-changed',
    recipient: signatory.emailAddress,
    ...addressChangedMail(facts),
    userId: signatory.userId,
  });
  await postMessage(work, {
    ...about,
    kind: 'payer-address-set',
    recipient: emailAddress,
    ...addressSetMail(facts),
    signatoryId: signatory.id,
  });
}

/** The stored details that another e-mail address clears, sealed or not. */
function forgottenBy(signatory: SignatoryRecord): Partial<PayerDetails> {
  const cleared: Partial<PayerDetails> = { ...forgottenDetails, middleNames: null };
  const isStored = ([field]: [string, unknown]) => signatory[field as PayerField] !== null;
  return Object.fromEntries(Object.entries(cleared).filter(isStored));
}

/**
 * A mobile that another person entered may belong to that person. With a mail that the payer forwarded, they would also
 * have proved the mailbox. So earlier links and sign-ins no longer prove the mailbox.
 */
async function mobileSetByOther(work: Work, { actor }: AccessScope, signatory: SignatoryRecord) {
  if (realActorOf(actor).userId === signatory.userId) return {};
  await forgetMailbox(work.tx, signatory.id);
  return { mobileSetCount: signatory.mobileSetCount + 1 };
}

function contactsSetBy({ actor }: AccessScope, { agreement, signatory }: Held) {
  const { userId } = realActorOf(actor);
  const { contactSetterIds: before } = signatory;
  const { createdByUserId, status, sentDate } = agreement;
  const wasSent = status !== 'draft' || sentDate !== null || signatory.hasLink;
  const counts = countsAsSetter({ userId, isByPayer: actsAsPayer(actor), createdByUserId, wasSent });
  return counts && !before.includes(userId) ? { contactSetterIds: [...before, userId] } : {};
}

/** Writes details that were allowed, with a log entry. */
async function write(work: Work, scope: AccessScope, held: Held, sent: Partial<PayerDetails>) {
  const { signatory } = held;
  const changes = sent.emailAddress ? { ...forgottenBy(signatory), ...sent } : sent;
  if (changes.emailAddress) await tellBothAddresses(work, held, changes.emailAddress);
  const plain = Object.fromEntries(Object.entries(changes).filter(([field]) => !isSealed(field)));
  const isAnySealed = Object.keys(changes).some(isSealed);
  await updatePayers(work.tx, [signatory.id], {
    ...plain,
    ...(isAnySealed && { sealedDetails: sealedOf(work, signatory, changes) }),
    ...(changes.emailAddress && {
      userId: await readdress(work, scope, signatory, changes.emailAddress),
      emailAddressCodeSentDate: null,
      applicationCodeDate: null,
      mobilePhoneConfirmationDate: null,
    }),
    ...((changes.emailAddress || changes.mobilePhone !== undefined) && {
      mobilePhoneCodeSentDate: null,
      mobilePhoneConfirmedByPayer: false,
      ...contactsSetBy(scope, held),
    }),
    ...(changes.mobilePhone && (await mobileSetByOther(work, scope, signatory))),
    lastUpdateDate: work.now,
  });
  await recordOfPayer(work, signatory, { data: loggedChanges(signatory, changes) });
  await noteChange(work.tx, [signatory.agreementId], 'payers');
  await endIdentityCheck(work, signatory, changes);
  await work.deps.agreementEffects.keepSignaturesTrue(work, signatory.agreementId);
}

export async function saveDetails(
  work: Work,
  scope: AccessScope,
  { agreement, signatory }: Held,
  sent: SavedSignatory,
) {
  const { country } = work.deps;
  const { actor } = scope;
  const { externalRef, metadata, ...details } = sent;
  const mobilePhone = sent.mobilePhone ? mustAllow(parseMobile(sent.mobilePhone, country)) : sent.mobilePhone;
  const changes = mustAllow(
    decideDetails(
      {
        ...signatory,
        maskedFields: maskedFieldsOf(signatory, actor),
        isLocked: isLocked(actor, signatory),
        isByTeam: !actsAsPayer(actor),
      },
      { ...details, mobilePhone },
      {
        standing: standingTowards(actor, agreement),
        country,
        today: dayIn(agreement.tenantTimeZone, work.now),
      },
    ),
  );
  if (Object.keys(changes).length > 0) await write(work, scope, { agreement, signatory }, changes);
  const { id, tenantId } = signatory;
  const target = { kind: 'payer', id, tenantId, current: signatory } as const;
  const data = await saveExternal(work, scope, target, { externalRef, metadata });
  if (Object.keys(data).length === 0) return;
  await updatePayers(work.tx, [id], { lastUpdateDate: work.now });
  await recordOfPayer(work, signatory, { data });
}
