import {
  type AgreementFieldName,
  type AgreementValues,
  agreementFieldNames,
  agreementFields,
} from '@kerb/domain/agreements/agreement-fields.ts';
import type { FieldGroupName } from '@kerb/domain/agreements/field-groups.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/**
 * Fields that are versioned together: the fields of one card, the status, the property, the payers, or the fields that
 * the product sets.
 */
export type ChangeGroup = FieldGroupName | 'status' | 'property' | 'payers' | 'references' | 'product';

/**
 * What an admin reads before an approval. If one of these has changed since the admin read the campaign, the approval
 * is refused: it would be for another person, property or amount.
 */
export const readToApprove: readonly ChangeGroup[] = [
  'status',
  'marketing',
  'sale',
  'option',
  'terms',
  'lending',
  'property',
  'payers',
];

export function groupOf(name: string): ChangeGroup {
  if (name === 'status') return 'status';
  if (name === 'property' || name === 'propertyId') return 'property';
  return agreementFields[name as AgreementFieldName]?.group ?? 'product';
}

/** The groups that a change of these fields touches. */
export const groupsOf = (names: readonly string[]): ChangeGroup[] => [...new Set(names.map(groupOf))];

type Known = AgreementValues & { status: AgreementStatus; propertyId: number | null };
type Sent = Partial<AgreementValues> & { status?: AgreementStatus; property?: number | null };

/** Returns the groups in which a sent value differs from the stored one. Hidden fields are ignored. */
export function groupsThatDiffer(current: Known, sent: Sent, hidden: readonly AgreementFieldName[]): ChangeGroup[] {
  const differing: string[] = agreementFieldNames.filter(
    (name) => sent[name] !== undefined && sent[name] !== current[name] && !hidden.includes(name),
  );
  if (sent.status !== undefined && sent.status !== current.status) differing.push('status');
  if (sent.property !== undefined && sent.property !== current.propertyId) differing.push('property');
  return groupsOf(differing);
}
