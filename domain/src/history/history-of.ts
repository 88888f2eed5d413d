import { type Actor, isPayer, type Standing } from '@kerb/domain/access/actor.ts';
import { type AgreementFieldName, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { fieldGroups, loanKeptFrom } from '@kerb/domain/agreements/field-groups.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { maySee } from '@kerb/domain/agreements/save.ts';
import { type ActivityCode, activities } from '@kerb/domain/audit/activity.ts';
import { maySeeDocuments } from '@kerb/domain/documents/document-rights.ts';
import { type AttachmentPurpose, attachmentPurposes } from '@kerb/domain/documents/documents.contract.ts';
import {
  type HistoryKind,
  kindOfActivity,
  kindOfBeginning,
  kindOfDescription,
  kindOfStatus,
  rowOf,
} from '@kerb/domain/history/history-kinds.ts';
import { payerFields } from '@kerb/domain/payers/payer-details.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';

/** The payer whom an entry is about, or who acted. `isReader`: it is the payer who reads. */
export type HistoryPayer = { firstName: string; displayName: string; isReader: boolean };

export type HistoryEntry = {
  activityCode: ActivityCode;
  description: string;
  data: object;
  /** The name as the log has it. */
  userName: string;
  /** The role of the person at the keyboard; null for the product itself. */
  actorRole: Actor['role'] | null;
  /** Set if a payer of this campaign acted themselves. */
  byPayer: HistoryPayer | null;
  about: HistoryPayer | null;
};

export type HistoryReader = {
  standing: Standing;
  organisation: { name: string; type: OrganisationType };
  brand: string;
};

export const historyActors = ['you', 'payer', 'organisation', 'product', 'person'] as const;
export type HistoryActor = { kind: (typeof historyActors)[number]; name: string };
export type HistorySentence = { kind: HistoryKind; by: HistoryActor; text: string; amountCents: number | null };

const isField = (name: string): name is AgreementFieldName => Object.hasOwn(agreementFields, name);
const isPurpose = (value: unknown): value is AttachmentPurpose =>
  (attachmentPurposes as readonly unknown[]).includes(value);

function statusKindOf(data: object): HistoryKind | null {
  const change = 'status' in data ? data.status : null;
  const after = typeof change === 'object' && change !== null && 'after' in change ? change.after : null;
  const status = agreementStatuses.find((each) => each === after);
  return status ? kindOfStatus[status] : null;
}

/** The kind by the description alone; null if the activity says it all, undefined if nobody knows the description. */
export function kindDescribed({
  activityCode,
  description,
}: Pick<HistoryEntry, 'activityCode' | 'description'>): HistoryKind | null | undefined {
  const known = kindOfDescription[description.replace(/\d+/g, '#')];
  if (known) return known;
  const begun = Object.entries(kindOfBeginning).find(([beginning]) => description.startsWith(beginning));
  if (begun) return begun[1];
  return description === activities[activityCode] ? null : undefined;
}

/** What an entry is about. Null: nothing of a campaign. */
export function historyKindOf(entry: HistoryEntry): HistoryKind | null {
  const { activityCode, data, byPayer } = entry;
  const described = kindDescribed(entry);
  if (described && described !== 'payment-recorded') return described;
  if (activityCode === 'campaign_status_change') return statusKindOf(data) ?? kindOfActivity[activityCode];
  if (activityCode === 'agreement_sign' && 'onBehalf' in data) return 'signed-for';
  if (activityCode === 'invoice_pay' && byPayer) return 'paid';
  return kindOfActivity[activityCode];
}

/** The fields of a change that the reader may see, by their labels. */
function fieldsShown(data: object, { standing, organisation }: HistoryReader): string[] {
  const isKept = (name: AgreementFieldName) => {
    const { group } = agreementFields[name];
    const row = group && fieldGroups[group];
    return standing !== 'admin' && row !== null && 'notFor' in row && row.notFor === organisation.type;
  };
  return Object.keys(data)
    .filter(isField)
    .filter((name) => maySee(standing, name) && !isKept(name))
    .map(labelOfField);
}

/** A proof of identity is hidden from the other payers, and the log does not say whose it is. */
function isDocumentShown(data: object, standing: Standing): boolean {
  const purpose = 'purpose' in data ? data.purpose : null;
  const named = typeof purpose === 'object' && purpose !== null ? Object.values(purpose) : [purpose];
  const isShown = (each: AttachmentPurpose) =>
    maySeeDocuments(each, standing) && !(isPayer(standing) && each === 'vendor-id');
  return named.filter(isPurpose).some(isShown);
}

/** What depends on the data of the entry, besides its kind. */
function isShown(kind: HistoryKind, { data }: HistoryEntry, reader: HistoryReader): boolean {
  if (kind.startsWith('document-')) return isDocumentShown(data, reader.standing);
  const isAboutFields = Object.keys(data).some(isField);
  if (kind === 'campaign-changed') {
    return isAboutFields ? fieldsShown(data, reader).length > 0 : !isPayer(reader.standing);
  }
  if (kind === 'payer-changed' && isPayer(reader.standing)) {
    return Object.keys(data).some((name) => (payerFields as readonly string[]).includes(name));
  }
  return true;
}

function textFor(kind: HistoryKind, { about, byPayer }: HistoryEntry, reader: HistoryReader): string | null {
  const { staff, payer, own, only, notOf } = rowOf(kind);
  if (isPayer(reader.standing) && byPayer && notOf === 'payer') return null;
  if (isPayer(reader.standing)) return (about?.isReader ? own : undefined) ?? payer ?? null;
  if (only === 'admin' && reader.standing !== 'admin') return null;
  const isKept = only === 'lender' && reader.organisation.type === loanKeptFrom;
  if (isKept && reader.standing !== 'admin') return null;
  return staff?.replace('{payer}', about?.displayName ?? 'a payer') ?? null;
}

/**
 * Who acted, as far as the reader may know. A payer reads the name of the organisation and not of its people. Only
 * admins read the names of admins, so nobody else reads whom an admin impersonated.
 */
export function historyActorOf(entry: HistoryEntry, { standing, organisation, brand }: HistoryReader): HistoryActor {
  const { actorRole, byPayer, userName } = entry;
  const product: HistoryActor = { kind: 'product', name: brand };
  if (actorRole === null) return product;
  if (actorRole === 'admin') return standing === 'admin' ? { kind: 'person', name: userName } : product;
  if (!isPayer(standing)) return { kind: 'person', name: userName };
  if (byPayer) return byPayer.isReader ? { kind: 'you', name: '' } : { kind: 'payer', name: byPayer.firstName };
  if (isPayer(actorRole)) return { kind: 'payer', name: '' };
  return { kind: 'organisation', name: organisation.name };
}

const withAmount: readonly HistoryKind[] = ['paid', 'payment-recorded', 'loan-repaid'];

/** The sentence of a log entry for one reader; null if it is left out for them. */
export function historyOf(entry: HistoryEntry, reader: HistoryReader): HistorySentence | null {
  const kind = historyKindOf(entry);
  if (kind === null || !isShown(kind, entry, reader)) return null;
  const text = textFor(kind, entry, reader);
  if (text === null) return null;
  const fields = kind === 'campaign-changed' && !isPayer(reader.standing) ? fieldsShown(entry.data, reader) : [];
  const { data } = entry;
  const amount = 'amount' in data && typeof data.amount === 'number' ? data.amount : null;
  return {
    kind,
    by: historyActorOf(entry, reader),
    text: fields.length > 0 ? `${text}: ${fields.join(', ')}` : text,
    amountCents: withAmount.includes(kind) ? amount : null,
  };
}

/** Every sentence that a payer can read, for the translations. */
export const payerSentences = (kinds: readonly HistoryKind[]): string[] =>
  kinds.flatMap((kind) => [rowOf(kind).payer, rowOf(kind).own].flatMap((text) => text ?? []));
