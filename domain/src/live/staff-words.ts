import { type LiveEvent, maxNamedFields } from '@kerb/domain/live/live.contract.ts';
import type { LiveKind, PayerStep } from '@kerb/domain/live/live-kinds.ts';

/** Before 'by' and a name. */
// biome-ignore format: a table
const happened: Record<Exclude<LiveKind, 'payer-progress'>, string> = {
  approved:                'Approved',
  'information-requested': 'Information requested',
  declined:                'Declined',
  cancelled:               'Cancelled',
  submitted:               'Moved to Submitted',
  signed:                  'Moved to Signed',
  live:                    'Made live',
  withdrawn:               'Property withdrawn, recorded',
  settling:                'Settlement awaited, recorded',
  complete:                'Completed',
  payment:                 'Payment recorded',
  documents:               'Documents changed',
  'details-changed':       'A payer’s details changed',
  comment:                 'Comments changed',
  payers:                  'Payers changed',
  options:                 'Payment options changed',
  property:                'Property changed',
  changed:                 'Campaign changed',
};

const progressed: Record<PayerStep, string> = { submitted: 'has submitted the application', signed: 'has signed' };

const fieldsText = ({ fields = [] }: LiveEvent): string => {
  const more = fields.length - maxNamedFields;
  const named = fields.slice(0, maxNamedFields).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
};

/**
 * What a team member reads when somebody else changes the campaign on their page. `brand` stands for people whose names
 * they may not read, and for the product itself.
 */
export function staffWordsOf(event: LiveEvent, brand: string): string {
  const { kind, payer, by = brand } = event;
  if (kind === 'payer-progress') return payer ? `${payer.firstName} ${progressed[payer.step]}.` : `Changed by ${by}.`;
  const fields = fieldsText(event);
  return fields === '' ? `${happened[kind]} by ${by}.` : `${happened[kind]} by ${by}: ${fields}.`;
}
