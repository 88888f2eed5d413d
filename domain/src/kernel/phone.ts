import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
// Contains about 100 kB of number plans. Import this module only where a phone is typed or stored, never in the web's
// first load.
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

export type E164 = `+${string}`;

type Dialling = { dialCode: `+${number}` };

/**
 * The prefix for international calls: 0011 in Australia, 00 in most other countries. No country code begins with 11, so
 * both can be accepted.
 */
const internationalPrefix = /^00(?:11)?(?=[1-9])/;

/**
 * A shorter number that begins with 064 is a New Zealand landline of the area 06, not a 0 followed by the country code
 * 64.
 */
const shortestWithDialCode = 9;

/**
 * Adds the country's dial code to a typed mobile: '0412 345 678' becomes '+61412345678'.
 * A dial code that is already there is not repeated, in any notation: 61…, 0061…, 0011 61…, +61 (0)….
 */
export function normaliseMobile(typed: string, { dialCode }: Dialling): string {
  // NFKC turns full-width digits, which some keyboards type, into plain digits.
  const kept = typed.normalize('NFKC').replace(/[^\d+]/g, '');
  const digits = kept.replaceAll('+', '');
  if (!/[1-9]/.test(digits)) return '';
  // No country's code begins with 0, so '+0412…' is a national number with a stray plus.
  const isInternational = kept.startsWith('+') && !digits.startsWith('0');
  const number = isInternational ? `+${digits}` : withDialCode(digits, dialCode);
  // The national 0 does not follow the country code: '+61 (0)412…'.
  return number.startsWith(`${dialCode}0`) ? dialCode + number.slice(dialCode.length).replace(/^0+/, '') : number;
}

function withDialCode(digits: string, dialCode: string): string {
  if (internationalPrefix.test(digits)) return `+${digits.replace(internationalPrefix, '')}`;
  const national = digits.replace(/^0/, '');
  const hasDialCode = national.startsWith(dialCode.slice(1));
  const hadTrunkZero = national !== digits;
  return hasDialCode && !(hadTrunkZero && national.length < shortestWithDialCode)
    ? `+${national}`
    : `${dialCode}${national}`;
}

/** A stored number as people in the country write it: '0412 345 678'. Text that is no number stays as it is. */
export function writtenPhone(stored: string, { dialCode }: Dialling): string {
  const parsed = stored.startsWith('+') ? parsePhoneNumberFromString(stored) : undefined;
  if (!parsed) return stored.trim();
  return `+${parsed.countryCallingCode}` === dialCode ? parsed.formatNational() : parsed.formatInternational();
}

/** Parses a contact's phone: any possible number, and whether it can receive text messages. */
export function parsePhone(
  typed: string,
  country: Dialling,
  field = 'mobilePhone',
): Decision<{ number: E164; isMobile: boolean }> {
  const parsed = parsePhoneNumberFromString(normaliseMobile(typed, country));
  if (parsed?.isPossible()) return allow({ number: parsed.number as E164, isMobile: parsed.isValid() });
  const because = 'That phone number is not valid.';
  return refuse('phone-not-valid', because, fieldError(field, 'notValid', because));
}

/**
 * Parses the mobile of a payer or team member. A landline is refused, because codes and Payment URLs are sent to it.
 */
export function parseMobile(typed: string, country: Dialling, field = 'mobilePhone'): Decision<E164> {
  const phone = parsePhone(typed, country, field);
  if (!phone.ok) return phone;
  if (phone.value.isMobile) return allow(phone.value.number);
  const because = 'That is not a mobile phone number.';
  return refuse('phone-not-mobile', because, fieldError(field, 'notValid', because));
}
