import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { OrganisationKey } from '@kerb/server/demo/demo-country.ts';

export type BankDetails = {
  legalName: string;
  abn: string;
  batchPaymentSchedule: string;
  bankAccountName: string;
  bankBsbNumber: string | null;
  bankAccountNumber: string;
};

const details = (
  legalName: string,
  abn: string,
  batchPaymentSchedule: string,
  bankBsbNumber: string | null,
  bankAccountNumber: string,
): BankDetails => ({
  ...{ legalName, abn, batchPaymentSchedule, bankBsbNumber, bankAccountNumber },
  bankAccountName: `${legalName} Demo`,
});

/** Numbers with valid checksums that belong to nobody. A bank would reject a real payment to one of them. */
// biome-ignore format: a table
export const bankDetails: Record<CountryCode, Record<OrganisationKey, BankDetails>> = {
  AU: {
    harbour: details('Harbourlight Realty Pty Ltd',   '47999999901',   '',    '900001', '90000001'),
    valley:  details('Lanternfield Property Pty Ltd', '28999999902',   'W1',  '900002', '90000002'),
    coast:   details('Pelican & Palm Pty Ltd',        '98999999903',   '',    '900003', '90000003'),
    ranges:  details('Quokka Hill Pty Ltd',           '79999999904',   'M15', '900004', '90000004'),
    styling: details('Cushion & Co Pty Ltd',          '60999999905',   'W4',  '900005', '90000005'),
    finance: details('Paperboat Finance Pty Ltd',     '41999999906',   '',    '900006', '90000006'),
  },
  NZ: {
    harbour: details('Fantail Bay Realty Limited',    '9429999999019', '',    null,     '1230000001007000'),
    valley:  details('Tussock & Stone Limited',       '9429999999026', '',    null,     '1230000001015000'),
    coast:   details('Driftwood Point Limited',       '9429999999033', '',    null,     '1230000001023000'),
    ranges:  details('Windy Hill Limited',            '9429999999040', '',    null,     '1230000001031000'),
    styling: details('Kōwhai Cushion & Co Limited',   '9429999999057', '',    null,     '1230000001058000'),
    finance: details('Paperboat Finance Limited',     '9429999999064', '',    null,     '1230000001066000'),
  },
};
