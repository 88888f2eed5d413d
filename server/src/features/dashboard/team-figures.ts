import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { SomeFunds } from '@kerb/domain/batches/batches.contract.ts';
import type { TeamAnswer } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { firstFundedStatus } from '@kerb/domain/dashboard/funded.ts';
import {
  daysOfPeriod,
  type FigurePeriod,
  type FunnelStep,
  type SentCampaigns,
  teamFigures,
} from '@kerb/domain/dashboard/team-figures.ts';
import { addDays, type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import { sumOwed } from '@kerb/server/features/batches/sum-owed.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

const stepLit = (step: FunnelStep) => sql.lit(step);

/** `funnelStepOf` in SQL, for the campaign `a` with the books `b`. A test compares them. */
const step = sql`case
  when a.status >= ${sql.lit(statusRank(firstFundedStatus))} then ${stepLit('funded')}
  when a.campaign_finance_signature_date is not null
    or (a.finance_option_code = 'pn' and b.payment_state = 'paid') then ${stepLit('signed')}
  when a.finance_option_code is not null then ${stepLit('chosen')}
  when exists (select 1 from signatories p where p.agreement_id = a.id and p.payment_link_opened_date is not null)
    then ${stepLit('opened')}
  else ${stepLit('sent')} end`;

type Sent = { scope: AccessScope; tenantIds: readonly number[]; from: Moment };

/** The campaigns that some organisations sent since a moment, in groups. It reads only these. */
export const sentCampaigns = ({ scope, tenantIds, from }: Sent): RawBuilder<SentCampaigns> => sql<SentCampaigns>`
  select g.tenant_id, g.agent_user_id, nullif(concat_ws(' ', u.first_name, u.surname), '') as agent_name, g.step, g.days, g.campaigns
  from (
    select tenant_id, agent_user_id, step, days, count(*) as campaigns from (
      select a.tenant_id, a.agent_user_id, ${step} as step, case when a.campaign_finance_signature_date is not null then
        greatest(0, a.campaign_finance_signature_date - (a.sent_date at time zone t.default_time_zone)::date) end as days
      from agreements a join tenants t on t.id = a.tenant_id left join campaign_books b on b.agreement_id = a.id
      where a.tenant_id = any(${tenantIds}::bigint[]) and a.sent_date >= ${from}::timestamptz and ${inScope(scope)}
    ) s group by tenant_id, agent_user_id, step, days
  ) g left join users u on u.id = g.agent_user_id`;

async function onLoan(db: Database, tenantId: number): Promise<SomeFunds> {
  const { rows } = await sql<{ campaigns: number; amount: string }>`
    select count(*) as campaigns, coalesce(sum(b.loans), 0) as amount
    from campaign_books b where b.loans > 0 and b.tenant_id = ${tenantId}`.execute(db);
  return { campaigns: rows[0]?.campaigns ?? 0, amount: centsFromDecimal(rows[0]?.amount ?? '0') };
}

const none: SomeFunds = { campaigns: 0, amount: 0 };

/** The money of one organisation, for those who see the whole organisation. */
async function moneyOf(deps: Deps, { everything, tenantIds }: AccessScope, tenantId: number | undefined) {
  if (tenantId === undefined || !(everything || tenantIds.includes(tenantId))) return null;
  const { items } = await sumOwed(deps, tenantId);
  const owed = items.find(({ tenant }) => tenant === tenantId);
  return {
    onLoan: await onLoan(deps.db, tenantId),
    due: owed?.due ?? none,
    toCome: owed?.toCome ?? none,
    inBatch: owed?.inBatch ?? none,
    nextPaymentDate: owed?.nextPaymentDate ?? null,
  };
}

type Asked = { tenantId?: number | undefined; period: FigurePeriod };

/** An admin chooses an organisation first: the campaigns of all would take as long as there are many. */
export async function readTeamFigures(
  deps: Deps,
  scope: AccessScope,
  { tenantId, period }: Asked,
): Promise<TeamAnswer> {
  const own = [...scope.tenantIds, ...scope.ownTenantIds];
  const asked = tenantId === undefined ? own : [tenantId];
  const tenantIds = asked.filter((id) => id !== platformTenantId);
  const today: Day = dayIn(deps.country.defaultTimeZone, deps.clock.now());
  const from: Moment = `${addDays(today, -daysOfPeriod[period])}T00:00:00.000Z`;
  const { rows } = await sentCampaigns({ scope, tenantIds, from }).execute(deps.db);
  const only = tenantIds.length === 1 ? tenantIds[0] : undefined;
  return { ...teamFigures(rows), money: await moneyOf(deps, scope, only) };
}
