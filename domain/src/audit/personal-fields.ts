/**
 * The fields of a log entry whose values say something about a person. The log keeps them encrypted, so that they can
 * be erased although no entry is ever changed. A property's address and an organisation's own names are not personal.
 */
export const personalFields: readonly string[] = [
  'firstName',
  'middleNames',
  'surname',
  'displayName',
  'emailAddress',
  'pendingEmailAddress',
  'mobilePhone',
  'phone',
  'payer',
  'signatory',
  'signatories',
  'vendors',
  'sentTo',
  'recipients',
  'receiptEmail',
  'entityId',
  'attention',
  'principalAgentName',
  'agentFirstName',
  'agentSurname',
  'agentEmail',
  'agentCcEmails',
  'agentPhone',
  'agentNotes',
  'conveyancerFirstName',
  'conveyancerSurname',
  'conveyancerEmail',
  'conveyancerPhone',
  'campaignNotes',
  'campaignFinanceNotes',
  'noteToPayer',
  // People name a view as they like, also after a payer.
  'viewName',
  // What other systems keep at our records may name people.
  'externalRef',
  'metadata',
];

/** A campaign is often named after its payers. */
export const personalInCampaigns: readonly string[] = ['name'];

/** In place of a value that is stored encrypted. */
export const sealedWord = '[encrypted]';
/** In place of a value whose key was dropped. */
export const erasedWord = '[erased]';
/** In place of the name of a payer who did something themselves. */
export const payerWord = 'Payer';

/** The file name of what a payer files themselves often contains a name or a number. */
const filedByPayers: readonly unknown[] = ['vendor-id', 'supporting-doc'];
const isPersonalFile = (name: string, of: object): boolean =>
  name === 'fileName' && 'purpose' in of && filedByPayers.includes(of.purpose);

const isStated = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * The data of a log entry with a word in place of each personal value. The same object if it has none. `also`: further
 * fields that are personal in this entry.
 */
export function withoutPersonal(data: object, also: readonly string[] = []): object {
  let isChanged = false;
  const plain = Object.entries(data).map(([name, value]): [string, unknown] => {
    if ((personalFields.includes(name) || also.includes(name) || isPersonalFile(name, data)) && isStated(value)) {
      isChanged = true;
      return [name, sealedWord];
    }
    if (typeof value !== 'object' || value === null) return [name, value];
    const inner = withoutPersonal(value, also);
    if (inner === value) return [name, value];
    isChanged = true;
    return [name, inner];
  });
  if (!isChanged) return data;
  return Array.isArray(data) ? plain.map(([, value]) => value) : Object.fromEntries(plain);
}
