import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
// About 100 kB of number plans: import this module where a phone is typed or kept, never in the web's first load.
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

export type E164 = `+${string}`;

type Dialling = { dialCode: `+${number}` };

/** Australia dials abroad with 0011, most others with 00. No number follows 00 with 11, so both always hold. */
const internationalPrefix = /^00(?:11)?(?=[1-9])/;

/** Below this, 0 6 4… is a New Zealand landline of the 06 area rather than 0 and the country's own code, 64. */
const shortestWithDialCode = 9;

/**
 * What a person types as a mobile, with the country's dial code in front: '0412 345 678' is '+61412345678'.
 * A dial code that is already there is never repeated, however it was written: 61…, 0061…, 0011 61…, +61 (0)….
 */
export function normaliseMobile(typed: string, { dialCode }: Dialling): string {
  // Compatibility form: some keyboards type full-width digits.
  const kept = typed.normalize('NFKC').replace(/[^\d+]/g, '');
  const digits = kept.replaceAll('+', '');
  if (!/[1-9]/.test(digits)) return '';
  // No country's code begins with 0, so '+0412…' is a national number with a stray plus.
  const isInternational = kept.startsWith('+') && !digits.startsWith('0');
  const number = isInternational ? `+${digits}` : withDialCode(digits, dialCode);
  // Within the country the trunk 0 has no place behind the code: '+61 (0)412…'.
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

/** A contact's phone: any number that can exist, and whether it can take a text message. */
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

/** A payer's or a team member's mobile: codes and Payment URLs go to it, so a landline will not do. */
export function parseMobile(typed: string, country: Dialling, field = 'mobilePhone'): Decision<E164> {
  const phone = parsePhone(typed, country, field);
  if (!phone.ok) return phone;
  if (phone.value.isMobile) return allow(phone.value.number);
  const because = 'That is not a mobile phone number.';
  return refuse('phone-not-mobile', because, fieldError(field, 'notValid', because));
}
