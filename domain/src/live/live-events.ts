import { type Actor, isOwnRecord, isPayer, type Role, realActorOf, type Standing } from '@kerb/domain/access/actor.ts';
import { type AgreementFieldName, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { fieldGroups } from '@kerb/domain/agreements/field-groups.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { maySee } from '@kerb/domain/agreements/save.ts';
import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import { maySeeDocuments } from '@kerb/domain/documents/document-rights.ts';
import { type AttachmentPurpose, attachmentPurposes } from '@kerb/domain/documents/documents.contract.ts';
import type { LiveEvent } from '@kerb/domain/live/live.contract.ts';
import type { LiveKind, PayerStep } from '@kerb/domain/live/live-kinds.ts';
import { payerFields } from '@kerb/domain/payers/payer-details.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';

/** A new log entry of a campaign, with the values that the log keeps in the clear. */
export type LoggedChange = {
  activityCode: ActivityCode;
  data: object;
  /** The person at the keyboard; null for the product itself. */
  userId: number | null;
  /** The payer whom the entry is about; null if it is about none, or about several. */
  payer: { id: number; userId: number; firstName: string } | null;
  /** The name and role of the person at the keyboard; null for the product itself. */
  author: { name: string; role: Role } | null;
};

/** Who reads: a person, and their standing towards the campaign. */
export type LiveReader = { actor: Actor; standing: Standing };

/**
 * What a reader is told of a log entry. `fields`, `documents`, `ownDetails` and `progress` look at what changed: a
 * reader is told only of what they can see on their page. `step` is progress, or a change if it names no payer.
 */
type Told =
  | 'nothing'
  | 'change'
  | 'status'
  | 'fields'
  | 'documents'
  | 'payment'
  | 'ownDetails'
  | 'progress'
  | 'step'
  | 'payers'
  | 'options'
  | 'property';

/** What is told to whom, for every kind of log entry. A new kind does not compile without a row. */
// biome-ignore format: a table
export const told: Record<ActivityCode, { payer: Told; staff: Told }> = {
  tenant_create:             { payer: 'nothing',    staff: 'nothing' },
  tenant_update:             { payer: 'nothing',    staff: 'nothing' },
  tenant_delete:             { payer: 'nothing',    staff: 'nothing' },
  tenant_fo_create:          { payer: 'nothing',    staff: 'nothing' },
  tenant_fo_update:          { payer: 'nothing',    staff: 'nothing' },
  tenant_fo_delete:          { payer: 'nothing',    staff: 'nothing' },
  user_register:             { payer: 'nothing',    staff: 'nothing' },
  user_invite:               { payer: 'nothing',    staff: 'nothing' },
  user_create:               { payer: 'nothing',    staff: 'nothing' },
  user_update:               { payer: 'nothing',    staff: 'nothing' },
  user_perm_change:          { payer: 'nothing',    staff: 'nothing' },
  cred_create:               { payer: 'nothing',    staff: 'nothing' },
  cred_change_pw:            { payer: 'nothing',    staff: 'nothing' },
  cred_reset_pw:             { payer: 'nothing',    staff: 'nothing' },
  cred_auth:                 { payer: 'nothing',    staff: 'nothing' },
  property_create:           { payer: 'change',     staff: 'property' },
  property_update:           { payer: 'change',     staff: 'property' },
  property_delete:           { payer: 'change',     staff: 'property' },
  campaign_create:           { payer: 'nothing',    staff: 'change' },
  campaign_update:           { payer: 'fields',     staff: 'fields' },
  campaign_status_change:    { payer: 'status',     staff: 'status' },
  campaign_delete:           { payer: 'nothing',    staff: 'change' },
  campaign_fo_create:        { payer: 'change',     staff: 'options' },
  campaign_fo_update:        { payer: 'change',     staff: 'options' },
  campaign_fo_delete:        { payer: 'change',     staff: 'options' },
  // The status of the campaign follows, and a payer reads that one.
  application_create:        { payer: 'nothing',    staff: 'change' },
  application_update:        { payer: 'progress',   staff: 'step' },
  application_status_change: { payer: 'nothing',    staff: 'change' },
  application_approve:       { payer: 'nothing',    staff: 'change' },
  signatory_create:          { payer: 'change',     staff: 'payers' },
  signatory_update:          { payer: 'ownDetails', staff: 'payers' },
  signatory_delete:          { payer: 'change',     staff: 'payers' },
  agreement_sign:            { payer: 'progress',   staff: 'step' },
  attachment_create:         { payer: 'documents',  staff: 'documents' },
  attachment_update:         { payer: 'documents',  staff: 'documents' },
  attachment_delete:         { payer: 'documents',  staff: 'documents' },
  invoice_create:            { payer: 'nothing',    staff: 'change' },
  invoice_pay:               { payer: 'payment',    staff: 'payment' },
  invoice_void:              { payer: 'change',     staff: 'change' },
};

// biome-ignore format: a table
const kindOfStatus: Record<AgreementStatus, LiveKind> = {
  cancelled:            'cancelled',
  rejected:             'declined',
  draft:                'changed',
  'waiting-invite':     'changed',
  'waiting-info':       'information-requested',
  'waiting-approval':   'submitted',
  approved:             'approved',
  signed:               'signed',
  executed:             'live',
  withdrawn:            'withdrawn',
  'waiting-settlement': 'settling',
  complete:             'complete',
};

const afterOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'after' in value ? value.after : undefined;

function statusKind({ data }: LoggedChange): LiveKind {
  const after = 'status' in data ? afterOf(data.status) : undefined;
  const status = agreementStatuses.find((each) => each === after);
  return status ? kindOfStatus[status] : 'changed';
}

const isField = (name: string): name is keyof typeof agreementFields => Object.hasOwn(agreementFields, name);

/** The entry of a comment that was added or removed. Payers are never told of comments. */
const commentMark = 'comment';

/** Money that we hold for a payer is on their page, and is no field. */
const payersMoney = 'held';

/** The entries of the log that name no field are about the team's work, such as a reminder that was sent. */
function isFieldShown({ data }: LoggedChange, standing: Standing): boolean {
  const fields = Object.keys(data).filter(isField);
  if (fields.length > 0) return fields.some((name) => maySee(standing, name));
  return !isPayer(standing) || payersMoney in data;
}

const isPurpose = (value: unknown): value is AttachmentPurpose =>
  (attachmentPurposes as readonly unknown[]).includes(value);

/** A proof of identity is hidden from the other payers, and the log does not say whose it is. */
function isDocumentShown({ data }: LoggedChange, standing: Standing): boolean {
  if (!('purpose' in data)) return false;
  const { purpose } = data;
  const named = typeof purpose === 'object' && purpose !== null ? Object.values(purpose) : [purpose];
  const isShown = (each: AttachmentPurpose) =>
    maySeeDocuments(each, standing) && !(isPayer(standing) && each === 'vendor-id');
  return named.filter(isPurpose).some(isShown);
}

/** Without a payer it is about all of them: their signatures have ended. */
function detailsKind({ data, payer }: LoggedChange, actor: Actor): LiveKind | null {
  if (!payer) return 'signatories' in data ? 'changed' : null;
  const isAboutDetails = Object.keys(data).some((name) => (payerFields as readonly string[]).includes(name));
  return isOwnRecord(actor, payer) && isAboutDetails ? 'details-changed' : null;
}

const kinds: Record<Told, (change: LoggedChange, reader: LiveReader) => LiveKind | null> = {
  nothing: () => null,
  change: () => 'changed',
  status: statusKind,
  fields: (change, { standing }) => {
    if (commentMark in change.data) return isPayer(standing) ? null : 'comment';
    return isFieldShown(change, standing) ? 'changed' : null;
  },
  documents: (change, { standing }) => (isDocumentShown(change, standing) ? 'documents' : null),
  payment: () => 'payment',
  ownDetails: (change, { actor }) => detailsKind(change, actor),
  progress: ({ payer }) => payer && 'payer-progress',
  step: ({ payer }) => (payer ? 'payer-progress' : 'changed'),
  payers: () => 'payers',
  options: () => 'options',
  property: () => 'property',
};

const steps: Partial<Record<ActivityCode, PayerStep>> = { agreement_sign: 'signed', application_update: 'submitted' };

/** Only admins read the names of admins, as in a campaign's history. A program may have no right to names. */
function authorFor({ author }: LoggedChange, { actor, standing }: LiveReader): string | undefined {
  if (!author || actor.client) return undefined;
  return author.role !== 'admin' || standing === 'admin' ? author.name : undefined;
}

/** The labels of the changed fields. A group that some teams never manage is named to admins only. */
function fieldsFor({ data }: LoggedChange, standing: Standing): string[] {
  const isKept = (name: AgreementFieldName) => {
    const { group } = agreementFields[name];
    return standing !== 'admin' && group !== null && 'notFor' in fieldGroups[group];
  };
  const shown = Object.keys(data).filter(isField);
  return shown.filter((name) => maySee(standing, name) && !isKept(name)).map(labelOfField);
}

/** What only staff are told beside the kind. */
function detailsFor(change: LoggedChange, kind: LiveKind, reader: LiveReader): Pick<LiveEvent, 'by' | 'fields'> {
  const { standing } = reader;
  if (isPayer(standing)) return {};
  const by = authorFor(change, reader);
  const fields = kind === 'changed' ? fieldsFor(change, standing) : [];
  return { ...(by !== undefined && { by }), ...(fields.length > 0 && { fields }) };
}

/** Whether a log entry changes what lists and counts show this reader. Payers have no such lists. */
export function changesLists(change: Omit<LoggedChange, 'payer' | 'author'>, reader: LiveReader): boolean {
  if (isPayer(reader.standing)) return false;
  const event = liveEventOf({ ...change, payer: null, author: null }, reader);
  return event !== null && event.kind !== 'comment';
}

/** The event of a log entry for one reader; null if it says nothing that they can see on their page. */
export function liveEventOf(change: LoggedChange, reader: LiveReader): LiveEvent | null {
  const { activityCode, payer, userId } = change;
  const side = isPayer(reader.standing) ? 'payer' : 'staff';
  const kind = kinds[told[activityCode][side]](change, reader);
  if (kind === null) return null;
  const isOwn = userId !== null && userId === realActorOf(reader.actor).userId;
  const details = detailsFor(change, kind, reader);
  if (kind !== 'payer-progress') return { kind, isOwn, ...details };
  const step = steps[activityCode];
  if (!payer || !step) return null;
  return { kind, isOwn, payer: { firstName: payer.firstName, step }, ...details };
}
