import { may } from '@kerb/domain/access/access-scope.ts';
import { type Actor, isOwnRecord } from '@kerb/domain/access/actor.ts';
import { actsAsPayer } from '@kerb/domain/payers/contact-setters.ts';
import {
  isLocked,
  lockedFields,
  maskedFieldsOf,
  maySeeDetail,
  maySeeDetailsOf,
  type PayerField,
  payerFields,
  readOnlyFields,
  seesAccounts,
} from '@kerb/domain/payers/payer-details.ts';
import { hasProvedMailbox } from '@kerb/domain/payers/payer-proof.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { IdentityCheck, Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { seesEvidence } from '@kerb/domain/signing/signing-rules.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { shownExternal } from '@kerb/server/features/agreements/external-refs.ts';
import type { SignatoryRecord } from '@kerb/server/features/payers/payers.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

type Metadata = NonNullable<Signatory['signatureMetadata']>;

async function metadataOf(db: Database | Tx, ids: readonly number[]): Promise<Map<number, Metadata>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('signatures')
    .select(['signatoryId', 'ipAddress', 'userAgent', 'geoLocation', 'authorisationType'])
    .select(['signingUserName', 'signingUserEmail', 'isOnBehalf'])
    .where('signatoryId', 'in', ids)
    .where('voidedDate', 'is', null)
    .execute();
  const copies = await db
    .selectFrom('signatureEvents')
    .select(({ fn }) => ['signatoryId', fn.max('date').as('date')])
    .where('signatoryId', 'in', ids)
    .where('kind', '=', 'copy-delivered')
    .groupBy('signatoryId')
    .execute();
  const delivered = new Map(copies.map(({ signatoryId, date }) => [signatoryId, date]));
  return new Map(
    rows.map(({ signatoryId, ...metadata }) => {
      const copyDeliveredDate = delivered.get(signatoryId);
      return [signatoryId, { ...metadata, ...(copyDeliveredDate && { copyDeliveredDate }) }];
    }),
  );
}

async function checksOf(db: Database | Tx, ids: readonly number[]): Promise<Map<number, IdentityCheck[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('identityChecks')
    .selectAll()
    .where('signatoryId', 'in', ids)
    .orderBy('id')
    .execute();
  const checks = new Map<number, IdentityCheck[]>();
  for (const { id: _, signatoryId, ...check } of rows)
    checks.set(signatoryId, [...(checks.get(signatoryId) ?? []), check]);
  return checks;
}

/** The details that this actor may see, and only the names of the others. */
function detailsFor(record: SignatoryRecord, actor: Actor): Partial<Signatory> {
  const standing = standingTowards(actor, record);
  const masked: readonly PayerField[] = maskedFieldsOf(record, actor);
  const shownValue = (field: PayerField) => (masked.includes(field) ? null : record[field]);
  const shown = payerFields.filter((field) => maySeeDetail(field, standing));
  const asked = (field: PayerField) => field !== 'amlCheckCompleted' || record.hasAmlDelegation;
  const reader = { maskedFields: masked, isLocked: isLocked(actor, record), isByTeam: !actsAsPayer(actor) };
  const afterCode = lockedFields({ ...record, ...reader }, standing);
  return {
    ...Object.fromEntries(shown.filter(asked).map((field) => [field, shownValue(field)])),
    emailAddressConfirmationDate: record.emailAddressConfirmationDate,
    emailAddressConfirmationCodeSent: record.emailAddressCodeSentDate,
    mobilePhoneConfirmationDate: record.mobilePhoneConfirmationDate,
    mobilePhoneConfirmationCodeSent: record.mobilePhoneCodeSentDate,
    mobilePhoneConfirmedByPayer: record.mobilePhoneConfirmedByPayer,
    applicationCodeDate: record.applicationCodeDate,
    ...(seesAccounts(actor) && { user: record.userId, userHref: `/v1/users/${record.userId}` }),
    ...shownExternal(actor, record),
    readOnlyFields: readOnlyFields({ ...record, ...reader }, standing),
    ...(masked.length > 0 && { maskedFields: [...masked] }),
    ...(afterCode.length > 0 && { lockedFields: afterCode }),
    ...(isLocked(actor, record) && { isLocked: true }),
    ...(isOwnRecord(actor, record) && { hasProvedMailbox: hasProvedMailbox(actor, record) }),
  };
}

/**
 * Signatories with the fields that this actor may see: a payer gets their own details, and only the names of the
 * others.
 */
export async function signatoryViews(
  db: Database | Tx,
  records: readonly SignatoryRecord[],
  actor: Actor,
): Promise<Signatory[]> {
  const isOwned = (record: SignatoryRecord) => isOwnRecord(actor, record);
  const shownOf = records.filter((record) => isOwned(record) || seesEvidence(standingTowards(actor, record)));
  const metadata = await metadataOf(
    db,
    shownOf.map(({ id }) => id),
  );
  const mayCheck = may(actor, 'identity.check');
  const checks = mayCheck
    ? await checksOf(
        db,
        records.map(({ id }) => id),
      )
    : new Map<number, IdentityCheck[]>();
  return records.map((record) => {
    return {
      id: record.id,
      href: `/v1/signatories/${record.id}`,
      agreement: record.agreementId,
      displayName: displayName(record),
      isOwn: isOwned(record),
      readOnlyFields: [...payerFields],
      submittedDate: record.submittedDate,
      signatureDate: record.signatureDate,
      ...(maySeeDetailsOf(actor, record) && detailsFor(record, actor)),
      ...(shownOf.includes(record) && { signatureMetadata: metadata.get(record.id) ?? null }),
      ...(mayCheck && { identityChecks: checks.get(record.id) ?? [] }),
    };
  });
}
