import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type pg from 'pg';
import { hasPartner, partnerOf, payerOf, tenantOf } from './generate-people.ts';
import { pickBy, type Shares } from './shares.ts';
import { streets, suburbs } from './words.ts';

/** So many campaigns are inserted by one statement. */
export const chunk = 50_000;
/** The ids of agreements start at 10001. */
export const firstCampaign = 10_001;
/** Whether campaign `n`, if it is paid upfront, is paid by bank transfer. The others pay by card. */
export const paysByTransfer = '(n % 10 < 8)';

/** Shares of all campaigns, in per cent. Most of the older half have ended. */
// biome-ignore format: a table
const statusShares: Record<AgreementStatus, { older: number; newer: number }> = {
  cancelled:            { older: 8,  newer: 4  },
  rejected:             { older: 3,  newer: 1  },
  draft:                { older: 0,  newer: 3  },
  'waiting-invite':     { older: 0,  newer: 4  },
  'waiting-info':       { older: 0,  newer: 2  },
  'waiting-approval':   { older: 0,  newer: 2  },
  approved:             { older: 0,  newer: 3  },
  signed:               { older: 0,  newer: 1  },
  executed:             { older: 0,  newer: 8  },
  withdrawn:            { older: 0,  newer: 2  },
  'waiting-settlement': { older: 0,  newer: 4  },
  complete:             { older: 44, newer: 11 },
};
const olderShare = Object.values(statusShares).reduce((sum, { older }) => sum + older, 0) / 100;

const statusesOf = (age: 'older' | 'newer'): Shares =>
  Object.entries(statusShares)
    .filter(([, shares]) => shares[age] > 0)
    .map(([status, shares]) => [String(statusRank(status as AgreementStatus)), shares[age]] as const);

// biome-ignore format: a table
const shares = {
  finance:    [[`'pn'`, 50], [`'pl'`, 30], [`'pos'`, 5], ['null', 15]],
  streetType: [[`'St'`, 34], [`'Rd'`, 24], [`'Ave'`, 16], [`'Dr'`, 10], [`'Ct'`, 7], [`'Pl'`, 5], [`'Cres'`, 2.5], [`'Tce'`, 1], [`'Mews'`, 0.5]],
  purpose:    [[`'marketing'`, 88], [`'styling'`, 8], [`'deposit'`, 4]],
  saleMethod: [[`'auction'`, 45], [`'private-treaty'`, 45], [`'eoi'`, 10]],
} satisfies Record<string, Shares>;

const share = (question: number): string => `pg_temp.share(n, ${question})`;

/** The choices for each campaign, from which its columns are computed. */
const drawn = (count: number): string => `
  with d as materialized (select n, ${firstCampaign - 1} + n as id, ${tenantOf('n')} as tenant_id,
    case when n <= ${count * olderShare} then ${pickBy(share(5), statusesOf('older'))}
      else ${pickBy(share(5), statusesOf('newer'))} end as status,
    ${pickBy(share(6), shares.finance)} as finance,
    ${pickBy(share(7), shares.purpose)} as purpose,
    -- Trade has grown: as many in the last year and a half as in all before.
    timestamptz '2021-11-15' + interval '1826 days' * sqrt(n / ${count}::float8) as created,
    2000 + 50 * pg_temp.place(n, 8, 320) as budget,
    case when ${share(9)} < 0.15 then pg_temp.place(n, 10, 40) || '/' else '' end
      || 1 + floor(180 * ${share(11)} * ${share(11)})::integer || ' ' || s.word || ' '
      || ${pickBy(share(12), shares.streetType)} as street, u.word as suburb
  from generate_series($1::bigint, $2) as numbers (n)
  join streets s on s.place = pg_temp.often_first(n, 13, ${streets.length})
  join suburbs u on u.place = pg_temp.often_first(n, 14, ${suburbs.length}))`;

const properties = (count: number): string => `
  ${drawn(count)}
  insert into properties
    (id, type, address, city, state, postal_code, bedrooms, bathrooms, car_spaces, created_date, last_update_date)
  select n, case when n % 3 = 0 then 'apartment' else 'house' end, street, suburb, 'NSW',
    2000 + pg_temp.place(n, 15, 800), pg_temp.place(n, 16, 5), pg_temp.place(n, 17, 3), n % 3, created, created
  from d order by d.n`;

/** One campaign in twenty is for a property that was for sale before. */
const propertyOf = `case when n % 20 = 0 then pg_temp.place(n, 18, n::integer) else n end`;

/** The time at which a campaign reached a status, or null. Each step adds a few days. */
const whenPast = (status: AgreementStatus, days: number): string =>
  `case when status >= ${statusRank(status)} then least(created + interval '${days} days' * (1 + ${share(19)}), until) end`;
const dayPast = (status: AgreementStatus, days: number): string => `(${whenPast(status, days)})::date`;

// biome-ignore format: a table
const columns: Record<string, string> = {
  id:                            'd.id',
  version:                       '1 + status',
  tenant_id:                     'd.tenant_id',
  budget_owner_tenant_id:        'd.tenant_id',
  property_id:                   propertyOf,
  agent_user_id:                 `case when ${share(20)} < 0.95 then a.user_ids[pg_temp.place(n, 21, cardinality(a.user_ids))] end`,
  created_by_user_id:            'a.user_ids[pg_temp.place(n, 22, cardinality(a.user_ids))]',
  created_date:                  'created',
  status:                        'status',
  name:                          `street || ', ' || suburb`,
  action_suggested:              `${share(23)} < 0.01`,
  status_last_update:            whenPast('cancelled', 30),
  last_update_date:              whenPast('cancelled', 40),
  sent_date:                     `case when status < 2 and n % 5 < 3 then created + interval '1 day' else ${whenPast('waiting-invite', 2)} end`,
  application_submit_date:       whenPast('waiting-approval', 5),
  application_approved_date:     whenPast('approved', 7),
  campaign_budget:               'budget',
  campaign_budget_funds_purpose: 'purpose',
  campaign_planned_start_date:   `(created + interval '30 days' * ${share(24)})::date`,
  finance_option_code:           'finance',
  campaign_upfront_amount:       `case when finance = 'pn' and status >= 6 then budget end`,
  campaign_budget_upfront_payment_method_intent: `case when finance = 'pn' and status >= 4 then case when ${paysByTransfer} then 'bank-transfer' else 'credit-card' end end`,
  campaign_upfront_payment_method: `case when finance = 'pn' and status >= 6 then case when ${paysByTransfer} then 'manual' else 'card' end end`,
  campaign_upfront_payment_ref:  `case when finance = 'pn' and status >= 6 then 'PAY-' || n end`,
  campaign_upfront_payment_date: `case when finance = 'pn' then ${dayPast('approved', 6)} end`,
  service_fee:                   `case finance when 'pl' then round(budget * 0.055, 2) when 'pos' then round(budget * 0.12, 2) end`,
  service_fee_payment_ref:       `case when finance = 'pos' and status >= 6 then 'PAY-' || n end`,
  service_fee_payment_method:    `case when finance = 'pos' and status >= 6 then 'card' end`,
  campaign_borrowed_amount:      `case when finance in ('pl', 'pos') then budget end`,
  interest_rate:                 `case when finance = 'pl' then 14.5 end`,
  campaign_finance_signature_date: `case when finance in ('pl', 'pos') then ${dayPast('signed', 8)} end`,
  campaign_agency_settlement_date: `case when finance is not null then ${dayPast('executed', 13)} end`,
  campaign_agency_settlement_amount: `case when finance is not null and status >= 8 then budget end`,
  campaign_finance_drawdown_date: `case when finance in ('pl', 'pos') then ${dayPast('executed', 10)} end`,
  campaign_finance_repaid_date:  `case when finance in ('pl', 'pos') then ${dayPast('complete', 60)} end`,
  property_settlement_date:      dayPast('waiting-settlement', 90),
  property_withdrawn_from_sale_date: `case when status = ${statusRank('withdrawn')} then ${dayPast('withdrawn', 50)} end`,
  method_of_sale:                pickBy(share(25), shares.saleMethod),
  auction_date:                  `case when ${share(25)} < 0.45 then (created + interval '45 days')::date end`,
  selling_price_min:             '400000 + 5000 * pg_temp.place(n, 26, 300)',
  selling_price_max:             '450000 + 5000 * pg_temp.place(n, 26, 300)',
  campaign_notes:                `case when n % 10 = 0 then 'Spoke with the agent about the dates of the campaign and what is still to come.' end`,
};

const agreements = (count: number): string => `
  ${drawn(count)}
  insert into agreements (${Object.keys(columns).join(', ')})
  select ${Object.values(columns).join(', ')}
  from d
  join agents a on a.tenant_id = d.tenant_id
  cross join (select timestamptz '2026-11-15' as until) t
  order by d.n`;

const signatories = (count: number): string => `
  insert into signatories
    (agreement_id, user_id, first_name, surname, email_address, mobile_phone, created_date, last_update_date, sent_date,
      signature_date)
  select a.id, u.id, u.first_name, u.surname, u.email_address, u.mobile_phone, a.created_date, a.created_date,
    a.sent_date, case when a.status >= ${statusRank('signed')} then a.application_approved_date end
  from (
    select ${firstCampaign - 1} + n as id, p.payer
    from generate_series($1::bigint, $2) as numbers (n)
    cross join lateral (select ${payerOf('n', count)} as one) o
    cross join lateral (
      select one as payer union all select ${partnerOf('one', count)} where ${hasPartner('one')}
    ) p
  ) s
  join agreements a on a.id = s.id
  join users u on u.id = s.payer
  order by a.id, u.id`;

/** Requires organisations and people. `report` receives the number of campaigns so far. */
export async function insertCampaigns(client: pg.Client, count: number, report: (done: number) => void): Promise<void> {
  await client.query(`
    create temp table agents as
    select tenant_id, array_agg(user_id order by user_id) as user_ids from tenant_users group by tenant_id`);
  await client.query('analyze agents');
  for (let from = 1; from <= count; from += chunk) {
    const to = Math.min(from + chunk - 1, count);
    for (const statement of [properties, agreements, signatories]) await client.query(statement(count), [from, to]);
    report(to);
  }
  for (const table of ['properties', 'agreements']) {
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`);
  }
  await client.query(`
    update tenants t set last_agreement_create_date = a.latest
    from (select tenant_id, max(created_date) as latest from agreements group by tenant_id) a
    where a.tenant_id = t.id`);
}
