import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { basisPointsOfDecimal, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import {
  type CampaignOption,
  isUsable,
  type TenantOption,
  tenantOptions,
} from '@kerb/domain/options/finance-options.ts';
import { isForPurpose, type OptionFacts } from '@kerb/domain/options/option-rules.ts';
import { hasMoney } from '@kerb/domain/payments/campaign-money.ts';
import { type FinanceOptionCode, financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

const amount = (decimal: string | null) => (decimal === null ? null : centsFromDecimal(decimal));

/** Every option of the country, for each of these organisations. */
export async function tenantOptionsOfEach(
  db: Database | Tx,
  tenantIds: readonly number[],
  country: Pick<CountryRules, 'financeOptions'>,
): Promise<Map<number, TenantOption[]>> {
  const rows = tenantIds.length
    ? await db.selectFrom('tenantFinanceOptions').selectAll().where('tenantId', 'in', tenantIds).execute()
    : [];
  const own = rows.map(({ lastUpdateDate: _, ...row }) => ({
    ...row,
    budgetOwnerFee: amount(row.budgetOwnerFee),
    serviceFeePercent: row.serviceFeePercent === null ? null : basisPointsOfDecimal(row.serviceFeePercent),
    // Per cent with two decimals: the same digits as dollars and cents.
    interestRate: amount(row.interestRate),
  }));
  const byTenant = Map.groupBy(own, ({ tenantId }) => tenantId);
  const optionsOf = (tenantId: number) =>
    tenantOptions(
      (byTenant.get(tenantId) ?? []).map(({ tenantId: _, ...option }) => option),
      country,
    );
  return new Map(tenantIds.map((tenantId) => [tenantId, optionsOf(tenantId)]));
}

export const tenantOptionsOf = async (
  db: Database | Tx,
  tenantId: number,
  country: Pick<CountryRules, 'financeOptions'>,
): Promise<TenantOption[]> => (await tenantOptionsOfEach(db, [tenantId], country)).get(tenantId) ?? [];

/** The options that a campaign was given, in display order. */
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

export type Offers = Omit<OptionFacts, 'offered' | 'available'> & {
  offered: CampaignOption[];
  available: TenantOption[];
  now: Moment;
};

type Asked = { country: Pick<CountryRules, 'financeOptions'>; now: Moment };

/** The options that a campaign offers now. Leaves out options that its organisation has lost, unless already chosen. */
export async function offersOf(
  db: Database | Tx,
  agreement: AgreementRecord,
  { country, now }: Asked,
): Promise<Offers> {
  const { status, campaignBudget, campaignBudgetFundsPurpose: purpose, financeOptionCode } = agreement;
  const available = await tenantOptionsOf(db, agreement.tenantId, country);
  const given = await campaignOptionsOf(db, agreement.id);
  const isStill = ({ optionCode: code }: CampaignOption) =>
    code === financeOptionCode ||
    (isForPurpose(code, purpose) && available.some((option) => option.optionCode === code && isUsable(option)));
  return {
    status,
    campaignBudget,
    campaignBudgetFundsPurpose: purpose,
    financeOptionCode,
    hasMoney: hasMoney(agreement.books),
    offered: given.filter(isStill),
    available,
    now,
    today: dayIn(agreement.tenantTimeZone, now),
  };
}
