import { australianBankFiles } from '@kerb/domain/countries/australia/aba-file.ts';
import { payLaterTermsAu } from '@kerb/domain/countries/australia/pay-later-terms.ts';
import { payOnSuccessTerms } from '@kerb/domain/countries/australia/pay-on-success-terms.ts';
import { payUpfrontTerms } from '@kerb/domain/countries/pay-upfront-terms.ts';
import type { ServerCountry } from '@kerb/domain/countries/server-country.ts';

// biome-ignore format: a table
export const australiaOnServer: ServerCountry = {
  terms: { pn: payUpfrontTerms, pl: payLaterTermsAu, pos: payOnSuccessTerms },
  bankFiles: australianBankFiles,
  sandboxAccount: { accountName: 'Kerb Demo Funds', bsbNumber: '012-345', accountNumber: '123456789', bankCode: 'ANZ', userIdNumber: '123456' },
  cancellationWorkingDays: 0,
  // National Credit Code, section 72.
  hardship: { answerWithin: 21, counts: 'days' },
  daysOff: () => [], // nothing here counts working days
  journalTax: { xero: 'BAS Excluded', myob: 'N-T' },
  timeZones: [
    { identifier: 'Australia/Sydney',      name: 'Sydney, Canberra'                },
    { identifier: 'Australia/Melbourne',   name: 'Melbourne'                       },
    { identifier: 'Australia/Brisbane',    name: 'Brisbane'                        },
    { identifier: 'Australia/Perth',       name: 'Perth'                           },
    { identifier: 'Australia/Adelaide',    name: 'Adelaide'                        },
    { identifier: 'Australia/Hobart',      name: 'Hobart'                          },
    { identifier: 'Australia/Darwin',      name: 'Darwin'                          },
    { identifier: 'Australia/Broken_Hill', name: 'Broken Hill'                     },
    { identifier: 'Australia/Eucla',       name: 'Eucla'                           },
    { identifier: 'Australia/Lindeman',    name: 'Lindeman Island, the Whitsundays' },
    { identifier: 'Australia/Lord_Howe',   name: 'Lord Howe Island'                },
    { identifier: 'Pacific/Norfolk',       name: 'Norfolk Island'                  },
    { identifier: 'Indian/Christmas',      name: 'Christmas Island'                },
    { identifier: 'Indian/Cocos',          name: 'Cocos (Keeling) Islands'         },
    { identifier: 'Antarctica/Macquarie',  name: 'Macquarie Island'                },
  ],
};
