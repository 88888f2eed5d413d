import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { employmentTypes } from '@kerb/domain/payers/payer-details.ts';
import { termsVersion } from '@kerb/domain/signing/terms.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { seededChoice } from '@kerb/server/demo/seeded-choice.ts';
import { type EncryptedDetails, encryptDetails } from '@kerb/server/features/payers/encrypted-details.ts';
import { updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Applicant = {
  id: number;
  agreementId: number;
  submitted: string;
  option: FinanceOptionCode;
  mobilePhone: string | null;
};

const notGiven: EncryptedDetails = {
  dateOfBirth: null,
  residentialAddress: null,
  city: null,
  state: null,
  postalCode: null,
  employmentType: null,
};

/**
 * Adds what everybody gave whose application was submitted, also if more was requested since. A borrower gave invented
 * personal details and confirmed their contacts by codes; a payer who pays upfront only agreed to the terms.
 */
export async function addPayerDetails(work: Work): Promise<void> {
  const { rows } = await sql<Applicant>`
    select p.id, p.agreement_id, coalesce(a.application_submit_date, a.status_last_update) as submitted,
      a.finance_option_code as option, p.mobile_phone
    from signatories p join agreements a on a.id = p.agreement_id
    where a.finance_option_code is not null and a.status >= ${statusRank('waiting-info')}
    order by p.id`.execute(work.tx);
  const choose = seededChoice(1980);
  const { terms } = serverCountries[work.deps.country.code];
  // Every fifth couple is not sure about the mortgage.
  await sql`
    update agreements set mortgage_balance_unsure = id % 5 = 0, mortgage_balance_range = case when id % 5 = 0
      then mortgage_balance_range else coalesce(mortgage_balance_range, 'lt75') end
    where finance_option_code = 'pl' and status >= ${statusRank('waiting-info')}`.execute(work.tx);
  for (const { id, agreementId, submitted, option, mobilePhone } of rows) {
    const isUnsure = option === 'pl' && agreementId % 5 === 0;
    const text = must(terms[option], `terms of ${option}`);
    const agreed = { submittedDate: submitted, agreedTermsVersion: termsVersion(text, isUnsure ? 'unsure' : 'given') };
    if (!isFinanced(option)) {
      await updatePayers(work.tx, [id], agreed);
      continue;
    }
    const details: EncryptedDetails = {
      ...notGiven,
      dateOfBirth: `${choose.whole(1946, 1999)}-0${choose.whole(1, 9)}-1${choose.whole(0, 9)}`,
      employmentType: choose.oneOf(employmentTypes),
    };
    await updatePayers(work.tx, [id], {
      ...agreed,
      sealedDetails: encryptDetails(work.deps.secrets, id, details),
      emailAddressConfirmationDate: submitted,
      applicationCodeDate: submitted,
      mobilePhoneConfirmationDate: mobilePhone === null ? null : submitted,
      mobilePhoneConfirmedByPayer: mobilePhone !== null,
    });
  }
}
