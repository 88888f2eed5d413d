import { addDays, type Day, dayIn, momentOf } from '@kerb/domain/kernel/dates.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import type { OrganisationKey } from '@kerb/server/sandbox-countries/sandbox-country.ts';
import { sql } from 'kysely';

type TenantIds = Record<OrganisationKey, number>;
type Settings = {
  active?: boolean;
  serviceFeePercent?: string;
  interestRate?: string;
  budgetOwnerFee?: string;
  budgetOwnerFeeName?: string;
  interestFreeOffered?: boolean;
  interestFreeDays?: number;
  interestFreeOfferExpiryDate?: Day;
};

/** Writes the settings as the organisation's settings page does, with a log entry. */
async function setTerms(work: Work, tenantId: number, settings: Settings): Promise<void> {
  const values = { ...settings, lastUpdateDate: work.now };
  await work.tx
    .insertInto('tenantFinanceOptions')
    .values({ tenantId, optionCode: 'pl', ...values })
    .onConflict((row) => row.columns(['tenantId', 'optionCode']).doUpdateSet(values))
    .execute();
  await record(work, { activityCode: 'tenant_fo_update', tenantId, data: { optionCode: 'pl', ...settings } });
}

const earlier = (work: Work, by: Temporal.DurationLike): Work => ({
  ...work,
  now: momentOf(Temporal.Instant.from(work.now).subtract(by)),
});

/** After the organisations were created, and before the oldest campaign. */
const setHoursAgo = 24 * 750;

/** One organisation has its own Pay Later fees from the beginning. */
export async function setFees(work: Work, { valley }: TenantIds): Promise<void> {
  await setTerms(earlier(work, { hours: setHoursAgo }), valley, {
    serviceFeePercent: '0.0480',
    interestRate: '13.90',
    budgetOwnerFee: '55.00',
    budgetOwnerFeeName: 'Campaign handling fee',
  });
}

/** Every other open campaign was created while the offer ran. */
async function giveOffer({ tx }: Work, tenantId: number): Promise<void> {
  const waiting = [statusRank('draft'), statusRank('waiting-invite')];
  await sql`
    update campaign_finance_options o set interest_free_offered = true
    from agreements a where a.id = o.agreement_id and a.tenant_id = ${tenantId} and o.option_code = 'pl'
      and a.id % 2 = 0 and a.status = any(${waiting}::smallint[])`.execute(tx);
}

/**
 * After every campaign's last step. One interest-free offer runs, another has ended, and one organisation may not offer
 * Pay Later.
 */
export async function setOffers(work: Work, tenantIds: TenantIds): Promise<void> {
  const { organisations } = sandboxCountries[work.deps.country.code];
  const today = (key: OrganisationKey) => dayIn(organisations[key].timeZone, work.now);
  await setTerms(earlier(work, { seconds: 170 }), tenantIds.coast, {
    interestFreeOffered: true,
    interestFreeDays: 60,
    interestFreeOfferExpiryDate: addDays(today('coast'), -12),
  });
  await setTerms(earlier(work, { seconds: 165 }), tenantIds.valley, {
    interestFreeOffered: true,
    interestFreeDays: 45,
    interestFreeOfferExpiryDate: addDays(today('valley'), 28),
  });
  await setTerms(earlier(work, { seconds: 160 }), tenantIds.styling, { active: false });
  for (const key of ['coast', 'valley'] as const) await giveOffer(work, tenantIds[key]);
}
