import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { formatBankAccount, parseBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';
import type { PaymentSchedule } from '@kerb/domain/organisations/payment-schedule.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** An organisation as a batch needs it: its payment schedule and its account. */
export type PaidOrganisation = {
  id: number;
  name: string;
  timeZone: string;
  schedule: PaymentSchedule;
  account: BankAccount | null;
  shownAccount: string | null;
  problem: string | null;
  warning: string | null;
  isFirstToAccount: boolean;
  /** When a confirmed account replaces this one. */
  accountChangesDate: Moment | null;
};

type Row = {
  id: number;
  name: string;
  timeZone: string;
  schedule: string;
  accountName: string | null;
  bsbNumber: string | null;
  accountNumber: string | null;
  isFirstToAccount: boolean;
  accountChangesDate: Moment | null;
};

export const noAccount = 'No bank account has been entered.';

function organisationOf(
  { accountName, bsbNumber, accountNumber, ...row }: Row,
  country: CountryRules,
): PaidOrganisation {
  const read = parseBankAccount({ accountName, bsbNumber, accountNumber }, country);
  const shownAccount = accountNumber ? formatBankAccount({ bsbNumber, accountNumber }, country) : null;
  if (!read.ok) return { ...row, account: null, shownAccount, problem: read.because, warning: null };
  if (read.value === null) return { ...row, account: null, shownAccount: null, problem: noAccount, warning: null };
  const { account, warnings } = read.value;
  return { ...row, account, shownAccount, problem: null, warning: warnings.accountNumber ?? null };
}

/** Only a transfer that did not come back proves an account. A waiting batch can still be discarded. */
export async function paidOrganisations(
  db: Database | Tx,
  country: CountryRules,
  ids: readonly number[],
): Promise<Map<number, PaidOrganisation>> {
  const { rows } = await sql<Row>`
    select t.id, t.name, t.default_time_zone as time_zone, t.batch_payment_schedule as schedule,
      t.bank_account_name as account_name, t.bank_bsb_number as bsb_number, t.bank_account_number as account_number,
      t.bank_account_next_date as account_changes_date,
      not exists (
        select 1 from batch_items i join batches b on b.id = i.batch_id
        where i.tenant_id = t.id and i.account_number = t.bank_account_number
          and i.bsb_number is not distinct from t.bank_bsb_number and b.status = 'transferred'
          and i.returned_date is null) as is_first_to_account
    from tenants t where t.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, organisationOf(row, country)]));
}
