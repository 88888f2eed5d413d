import { employmentTypes } from '@kerb/domain/payers/payer-details.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { seededChoice } from '@kerb/server/demo/seeded-choice.ts';
import { type EncryptedDetails, encryptDetails } from '@kerb/server/features/payers/encrypted-details.ts';
import { updatePayers } from '@kerb/server/features/payers/payers.repository.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Applicant = { id: number; submitted: string; option: string; mobilePhone: string | null };

/** Adds invented personal details for everybody whose application was submitted, also if more was requested since. */
export async function addPayerDetails(work: Work): Promise<void> {
  const { rows } = await sql<Applicant>`
    select p.id, coalesce(a.application_submit_date, a.status_last_update) as submitted,
      a.finance_option_code as option, p.mobile_phone
    from signatories p join agreements a on a.id = p.agreement_id
    where a.finance_option_code in ('pl', 'pos') and a.status >= ${statusRank('waiting-info')}
    order by p.id`.execute(work.tx);
  const choose = seededChoice(1980);
  const country = work.deps.country.code.toLowerCase();
  for (const { id, submitted, option, mobilePhone } of rows) {
    const details: EncryptedDetails = {
      dateOfBirth: `${choose.whole(1946, 1999)}-0${choose.whole(1, 9)}-1${choose.whole(0, 9)}`,
      residentialAddress: null,
      city: null,
      state: null,
      postalCode: null,
      employmentType: choose.oneOf(employmentTypes),
    };
    await updatePayers(work.tx, [id], {
      sealedDetails: encryptDetails(work.deps.secrets, id, details),
      emailAddressConfirmationDate: submitted,
      mobilePhoneConfirmationDate: mobilePhone === null ? null : submitted,
      mobilePhoneConfirmedByPayer: mobilePhone !== null,
      submittedDate: submitted,
      agreedTermsVersion: option === 'pl' ? `pl-${country}-1` : 'pos-1',
    });
  }
}
