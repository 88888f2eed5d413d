import { type Actor, isOwnRecord, isPayer, type Standing } from '@kerb/domain/access/actor.ts';
import { fieldGroups } from '@kerb/domain/agreements/field-groups.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

const everyone = ['admin', 'manager', 'employee', 'vendor'] as const;
const staff = ['admin', 'manager', 'employee'] as const;
const organisation = ['manager', 'employee'] as const;
const admin = ['admin'] as const;
const adminAndVendor = ['admin', 'vendor'] as const;
const nobody = [] as const;

/** In these statuses the payer has already answered, based on the marketing card and its documents. */
const budgetFixed: readonly AgreementStatus[] = fieldGroups.marketing.lockedIn;

type Rights = {
  see: readonly Standing[];
  add: readonly Standing[];
  remove: readonly Standing[];
  /** Who else may remove the document if the campaign is Pay On Success. */
  removeOnSuccess: readonly Standing[];
  /** The statuses in which the document cannot be removed, and for whom. */
  staysIn: readonly AgreementStatus[];
  staysFor: readonly Standing[];
};

/** Who may see, file and remove a document, by purpose. The only place that decides this. */
// biome-ignore format: a table
export const documentRights: Record<AttachmentPurpose, Rights> = {
  'lending-agreement':       { see: everyone,       add: staff,          remove: admin, removeOnSuccess: organisation, staysIn: onceSigned,  staysFor: everyone },
  marketing:                 { see: staff,          add: staff,          remove: staff, removeOnSuccess: nobody,       staysIn: budgetFixed, staysFor: organisation },
  'marketing-vendor':        { see: everyone,       add: staff,          remove: staff, removeOnSuccess: nobody,       staysIn: budgetFixed, staysFor: organisation },
  'property-photo':          { see: everyone,       add: staff,          remove: admin, removeOnSuccess: nobody,       staysIn: [],          staysFor: nobody },
  'supporting-doc':          { see: adminAndVendor, add: adminAndVendor, remove: admin, removeOnSuccess: nobody,       staysIn: [],          staysFor: nobody },
  'internal-doc':            { see: admin,          add: admin,          remove: admin, removeOnSuccess: nobody,       staysIn: [],          staysFor: nobody },
  'vendor-id':               { see: adminAndVendor, add: adminAndVendor, remove: admin, removeOnSuccess: nobody,       staysIn: [],          staysFor: nobody },
  'upfront-payment-receipt': { see: everyone,       add: admin,          remove: admin, removeOnSuccess: nobody,       staysIn: [],          staysFor: nobody },
};

/** The facts about a campaign that document rights depend on. */
export type FiledWith = { status: AgreementStatus; financeOptionCode?: FinanceOptionCode | null | undefined };

/** 'role': this person may never remove the document. 'status': nobody of this standing may in this status. */
export type Removal = 'open' | 'role' | 'status';

export const maySeeDocuments = (purpose: AttachmentPurpose, standing: Standing): boolean =>
  documentRights[purpose].see.includes(standing);

type FiledDocument = {
  purpose: AttachmentPurpose;
  signatoryId: number | null;
  signatoryUserId: number | null;
  uploadedByUserId: number | null;
};

/** Whether a person with this standing, who can see the campaign, may see this document. */
export function maySeeDocument(
  actor: Pick<Actor, 'userId' | 'signIn'>,
  standing: Standing,
  document: FiledDocument,
): boolean {
  if (!maySeeDocuments(document.purpose, standing)) return false;
  // A proof of identity is hidden from the other payers.
  if (!isPayer(standing) || document.purpose !== 'vendor-id') return true;
  const { signatoryId, signatoryUserId } = document;
  const isTheirs = signatoryId !== null && isOwnRecord(actor, { id: signatoryId, userId: signatoryUserId });
  // A Payment URL opens one record: a document about another record of the same account is not shown.
  const isOtherRecord = actor.signIn?.signatoryId !== undefined && signatoryId !== null;
  return isTheirs || (!isOtherRecord && document.uploadedByUserId === actor.userId);
}

/** A payer may file only documents about themselves. */
export const mayFileAbout = (
  actor: Pick<Actor, 'role' | 'userId' | 'signIn'>,
  payer: { id: number; userId: number | null },
): boolean => !isPayer(actor.role) || isOwnRecord(actor, payer);

export const mayAddDocuments = (purpose: AttachmentPurpose, standing: Standing): boolean =>
  documentRights[purpose].add.includes(standing);

export function removalOf(purpose: AttachmentPurpose, standing: Standing, campaign: FiledWith): Removal {
  const { remove, removeOnSuccess, staysIn, staysFor } = documentRights[purpose];
  const isOnSuccess = campaign.financeOptionCode === 'pos' && removeOnSuccess.includes(standing);
  if (!remove.includes(standing) && !isOnSuccess) return 'role';
  return staysIn.includes(campaign.status) && staysFor.includes(standing) ? 'status' : 'open';
}

/** Changing the purpose removes the document from the old one and adds it to the new one: both must be allowed. */
export function mayRefile(from: AttachmentPurpose, to: AttachmentPurpose, standing: Standing, campaign: FiledWith) {
  return mayAddDocuments(to, standing) && removalOf(from, standing, campaign) === 'open';
}
