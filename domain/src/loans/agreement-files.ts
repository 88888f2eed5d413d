import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

// biome-ignore format: a table
const prefixes: Record<FinanceOptionCode, string> = {
  pl:  'Pay-Later',
  pos: 'Pay-On-Success',
  pn:  'Loan-Agreement',
};

export type AgreementFile = {
  country: CountryCode;
  agreementId: number;
  option: FinanceOptionCode | null;
  /** The agreement was made elsewhere; the file is the record of its signatures. */
  isManual: boolean;
  signedDate: Day | null;
};

/** 'Pay-Later_AU10231_signed-14-11-26.pdf', and without '_signed…' before it is signed. */
export function agreementFileName({ country, agreementId, option, isManual, signedDate }: AgreementFile): string {
  const prefix = isManual ? 'Signature-Record' : prefixes[option ?? 'pn'];
  const [year = '', month = '', day = ''] = (signedDate ?? '').split('-');
  const signed = signedDate ? `_signed-${day}-${month}-${year.slice(2)}` : '';
  return `${prefix}_${country}${agreementId}${signed}.pdf`;
}
