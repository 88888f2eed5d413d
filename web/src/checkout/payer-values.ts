import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { phoneIn } from '@kerb/web/checkout/state.ts';
import type { Answers } from '@kerb/web/checkout/typed.ts';
import { dayFromTyped, typedFromDay } from '@kerb/web/checkout/words/money.ts';

export type Signatory = NonNullable<SentCheckout['flow']['signatory']>;

const textFields = [
  'firstName',
  'middleNames',
  'surname',
  'mobilePhone',
  'dateOfBirth',
  'employmentType',
  'residentialAddress',
  'city',
  'state',
  'postalCode',
] as const;
export type TextField = (typeof textFields)[number];
export const addressFields = ['residentialAddress', 'city', 'state', 'postalCode'] as const;

export type Values = Record<TextField, string> & { livesElsewhere: boolean | null };

/** Whether the reader can type in a field now. The question about the home belongs to the address. */
const isOpen = ({ readOnlyFields }: Signatory, field: string): boolean =>
  !readOnlyFields.includes(field === 'livesElsewhere' ? 'residentialAddress' : field);
/** Whether a code opens the field. */
export const isLockedField = ({ lockedFields }: Signatory, field: string): boolean =>
  lockedFields?.includes(field) ?? false;
export const isMasked = ({ maskedFields }: Signatory, field: string): boolean => maskedFields?.includes(field) ?? false;

/** Where a code goes, as the payer writes it. */
export const addressFor = (
  checkout: Pick<SentCheckout, 'phones'>,
  { mobilePhone, emailAddress }: Signatory,
  method: 'phone' | 'email',
): string => (method === 'phone' ? phoneIn(checkout, mobilePhone ?? '') : emailAddress) ?? '';

/** What the fields show: what was typed, else what is stored. */
export function valuesOf(signatory: Signatory, answers: Answers): Values {
  const shown = (field: TextField): string => {
    const typed = answers[field];
    const text = typeof typed === 'string' && isOpen(signatory, field) ? typed : (signatory[field] ?? '');
    return field === 'dateOfBirth' && /^\d{4}-/.test(text) ? typedFromDay(text) : text;
  };
  const texts = Object.fromEntries(textFields.map((field) => [field, shown(field)])) as Record<TextField, string>;
  const said = isOpen(signatory, 'livesElsewhere') ? answers.livesElsewhere : null;
  const isStored = addressFields.some((field) => signatory[field] || isMasked(signatory, field));
  const stored = isStored ? true : null;
  return { ...texts, livesElsewhere: typeof said === 'boolean' ? said : stored };
}

/** Only what the payer may change, and has changed. */
export function bodyOf(
  values: Values,
  signatory: Signatory,
  fields: readonly TextField[],
): Record<string, string | null> {
  const sent = (field: TextField): string | null => {
    const isAddress = (addressFields as readonly string[]).includes(field);
    if (isAddress && values.livesElsewhere !== true) return null;
    const text = values[field].trim();
    return field === 'dateOfBirth' ? dayFromTyped(text) : text || null;
  };
  const isSent = (field: TextField) =>
    isOpen(signatory, field) && !isMasked(signatory, field) && sent(field) !== (signatory[field] ?? null);
  return Object.fromEntries(fields.filter(isSent).map((field) => [field, sent(field)]));
}
