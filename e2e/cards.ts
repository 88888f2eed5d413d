import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isPhone } from './lists.ts';

/** Written by hand from the specification. Nothing is imported from the domain's tables. */
// biome-ignore format: a table
export const inTurn: readonly AgreementStatus[] = [
  'draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved', 'signed', 'executed', 'waiting-settlement',
  'withdrawn', 'complete', 'rejected', 'cancelled',
];

type Statuses = 'always' | 'never' | readonly AgreementStatus[];
export type Reader = 'admin' | 'team' | 'payer';
/** `ofLoan`: shown only when there is a loan, which here means Pay Later. */
type Row = { heading: string; ofLoan?: true } & Record<Reader, Statuses>;

const guided: Statuses = ['draft', 'waiting-invite', 'waiting-info', 'waiting-approval', 'approved'];
const choosing: Statuses = ['waiting-invite', 'waiting-info', 'waiting-approval'];
const signing: Statuses = ['approved', 'signed', 'executed', 'waiting-settlement', 'withdrawn', 'complete'];
const lent: Statuses = ['signed', 'executed', 'waiting-settlement', 'withdrawn', 'complete'];
const forTeam = { admin: 'never', team: 'always', payer: 'never' } as const;
const forAdmins = { admin: 'always', team: 'never', payer: 'never' } as const;
const forStaff = { admin: 'always', team: 'always', payer: 'never' } as const;
const forPayers = { admin: 'never', team: 'never', payer: 'always' } as const;

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
  { heading: 'Campaign Management',                      admin: lent, team: lent, payer: 'never', ofLoan: true },
  { heading: 'Property Listing',                         ...forStaff },
  { heading: 'Campaign Notes',                           ...forAdmins },
  { heading: 'Audit Log',                                ...forAdmins },
  { heading: 'Your next steps',                          ...forPayers, payer: guided },
  { heading: 'Property and Campaign Details',            ...forPayers },
  { heading: 'How would you like to pay?',               ...forPayers, payer: choosing },
  { heading: 'Pay Later Finance',                        ...forPayers, ofLoan: true },
  { heading: 'Signatures',                               ...forPayers, payer: signing, ofLoan: true },
  { heading: 'Campaign Management',                      ...forPayers, payer: lent, ofLoan: true },
  { heading: 'Vendors',                                  ...forPayers },
  { heading: 'Supporting Documents (visible to payers)', ...forPayers },
  { heading: 'Your contact',                             ...forPayers },
  { heading: 'Assistance',                               ...forPayers },
];

const isIn = (statuses: Statuses, status: AgreementStatus) =>
  statuses === 'always' || (statuses !== 'never' && statuses.includes(status));

/** The headings of the page's cards, in order. */
export function headingsFor(reader: Reader, status: AgreementStatus, { isOptionChosen = false } = {}): string[] {
  const shown = cards.filter((card) => isIn(card[reader], status) && (isOptionChosen || !card.ofLoan));
  const main = shown.map(({ heading }) => heading);
  if (reader === 'payer') return main;
  const beside = [...(isOptionChosen ? ['Funds Checklist'] : []), 'Funding', 'Assistance'];
  // On a wide screen Status is beside the cards. On a phone it comes first and the other side cards last.
  return isPhone() ? ['Status', ...main, ...beside] : [...main, 'Status', ...beside];
}
