import { permissions } from '@kerb/domain/access/permissions.ts';
import { type AgreementFieldName, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { alsoChangedBy, fieldGroups } from '@kerb/domain/agreements/field-groups.ts';

/** What is no field of the campaign itself, but can be saved with it. */
const beside = ['externalRef', 'metadata'];

const isField = (name: string): name is AgreementFieldName => Object.hasOwn(agreementFields, name);

/**
 * Whether a save by a member of an organisation, or by its program, can ever change this part of a campaign. A client
 * may send the other parts back as it read them.
 */
export function canBeSaved(name: string): boolean {
  if (!isField(name)) return beside.includes(name);
  const groups = [agreementFields[name].group, alsoChangedBy[name]?.group ?? null];
  return groups.some((group) => group !== null && permissions[fieldGroups[group].permission].manager !== 'none');
}
