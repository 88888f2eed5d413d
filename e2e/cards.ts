import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isPhone } from './lists.ts';

/** Written by hand from the specification. Nothing is imported from the domain's tables. */
// biome-ignore format: a table
export const inTurn: readonly AgreementStatus[] = [
  'draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved', 'signed', 'executed', 'waiting-settlement',
  'withdrawn', 'complete', 'rejected', 'cancelled',
];

type Statuses = 'always' | 'never' | readonly AgreementStatus[];
export type Reader = 'admin' | 'team';
/** `ofLoan`: shown only when there is a loan, which here means Pay Later. */
type Row = { heading: string; ofLoan?: true } & Record<Reader, Statuses>;

const signing: Statuses = ['approved', 'signed', 'executed', 'waiting-settlement', 'withdrawn', 'complete'];
const lent: Statuses = ['signed', 'executed', 'waiting-settlement', 'withdrawn', 'complete'];
const forTeam = { admin: 'never', team: 'always' } as const;
const forAdmins = { admin: 'always', team: 'never' } as const;
const forStaff = { admin: 'always', team: 'always' } as const;

/** Every card in page order, and the statuses in which each reader sees it. A new card is a new row. */
// biome-ignore format: a table
const cards: readonly Row[] = [
  { heading: 'Campaign',                                 ...forStaff },
  { heading: 'Property',                                 ...forStaff },
  { heading: 'Contacts',                                 ...forStaff },
  { heading: 'Campaign Budget',                          ...forStaff },
  { heading: 'Vendors',                                  ...forStaff },
  { heading: 'Payment Options',                          ...forAdmins },
  { heading: 'Vendor Payment Options Preview',           ...forTeam },
  { heading: 'Pay Later Finance',                        ...forStaff,  ofLoan: true },
  { heading: 'Signatures',                               ...forAdmins, admin: signing, ofLoan: true },
  { heading: 'Identity Checks',                          ...forAdmins, ofLoan: true },
  { heading: 'Supporting Documents (visible to payers)', ...forAdmins },
  { heading: 'Internal Documents',                       ...forAdmins },
  { heading: 'Campaign Management',                      admin: lent, team: lent, ofLoan: true },
  { heading: 'Property Listing',                         ...forStaff },
  { heading: 'Comments',                                 ...forStaff },
  { heading: 'History',                                  ...forStaff },
  { heading: 'Campaign Notes',                           ...forAdmins },
  { heading: 'Audit Log',                                ...forAdmins },
];

const isIn = (statuses: Statuses, status: AgreementStatus) =>
  statuses === 'always' || (statuses !== 'never' && statuses.includes(status));

/** The headings of the page's cards, in order. */
export function headingsFor(reader: Reader, status: AgreementStatus, { isOptionChosen = false } = {}): string[] {
  const shown = cards.filter((card) => isIn(card[reader], status) && (isOptionChosen || !card.ofLoan));
  const main = shown.map(({ heading }) => heading);
  const beside = [...(isOptionChosen ? ['Funds Checklist'] : []), 'Funding', 'Assistance'];
  // On a wide screen Status is beside the cards. On a phone it comes first and the other side cards last.
  return isPhone() ? ['Status', ...main, ...beside] : [...main, 'Status', ...beside];
}
