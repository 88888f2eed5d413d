import { newZealandBankFiles } from '@kerb/domain/countries/new-zealand/bank-files.ts';
import { payLaterTermsNz } from '@kerb/domain/countries/new-zealand/pay-later-terms.ts';
import { newZealandDaysOff } from '@kerb/domain/countries/new-zealand/working-days.ts';
import { payUpfrontTerms } from '@kerb/domain/countries/pay-upfront-terms.ts';
import type { ServerCountry } from '@kerb/domain/countries/server-country.ts';

// biome-ignore format: a table
export const newZealandOnServer: ServerCountry = {
  terms: { pn: payUpfrontTerms, pl: payLaterTermsNz },
  bankFiles: newZealandBankFiles,
  sandboxAccount: { accountName: 'Kerb Demo Funds', bsbNumber: '', accountNumber: '01-0902-0068389-000', bankCode: '', userIdNumber: '' },
  cancellationWorkingDays: 5,
  // Credit Contracts and Consumer Finance Act 2003, section 57A. We acknowledge a request at once.
  hardship: { answerWithin: 20, counts: 'working-days' },
  daysOff: newZealandDaysOff,
  journalTax: { xero: 'No GST', myob: 'N-T' },
  timeZones: [
    { identifier: 'Pacific/Auckland',      name: 'Auckland, Wellington'            },
    { identifier: 'Pacific/Chatham',       name: 'Chatham Islands'                 },
    { identifier: 'Pacific/Rarotonga',     name: 'Rarotonga, Cook Islands'         },
    { identifier: 'Pacific/Niue',          name: 'Niue'                            },
    { identifier: 'Pacific/Fakaofo',       name: 'Fakaofo, Tokelau'                },
  ],
};
