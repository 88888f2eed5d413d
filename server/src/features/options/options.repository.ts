import type { FinanceOptionCode } from '@kerb/domain/agreements/value-lists.ts';
import { financeOptionCodes } from '@kerb/domain/agreements/value-lists.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { basisPointsOfDecimal, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { type CampaignOption, type TenantOption, tenantOptions } from '@kerb/domain/options/finance-options.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

const amount = (decimal: string | null) => (decimal === null ? null : centsFromDecimal(decimal));

/** Every option of the country as this organisation has it. */
export async function tenantOptionsOf(
  db: Database | Tx,
  tenantId: number,
  country: Pick<CountryRules, 'financeOptions'>,
): Promise<TenantOption[]> {
  const rows = await db.selectFrom('tenantFinanceOptions').selectAll().where('tenantId', '=', tenantId).execute();
  const own = rows.map(({ tenantId: _, lastUpdateDate: __, ...row }) => ({
    ...row,
    budgetOwnerFee: amount(row.budgetOwnerFee),
    serviceFeePercent: row.serviceFeePercent === null ? null : basisPointsOfDecimal(row.serviceFeePercent),
    // Per cent to two decimals, so the same digits as dollars and cents.
    interestRate: amount(row.interestRate),
  }));
  return tenantOptions(own, country);
}

/** What a campaign offers, in the order in which options are shown. */
export async function campaignOptionsOf(db: Database | Tx, agreementId: number): Promise<CampaignOption[]> {
  const rows = await db
    .selectFrom('campaignFinanceOptions')
    .select(['optionCode', 'serviceFee', 'discount', 'interestFreeOffered'])
    .where('agreementId', '=', agreementId)
    .execute();
  const place = ({ optionCode }: { optionCode: FinanceOptionCode }) => financeOptionCodes.indexOf(optionCode);
  return rows
    .map((row) => ({ ...row, serviceFee: amount(row.serviceFee), discount: amount(row.discount) }))
    .toSorted((a, b) => place(a) - place(b));
}
