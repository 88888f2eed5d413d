import { demoAustralia } from '@kerb/server/sandbox-countries/australia/demo.ts';
import type pg from 'pg';
import { pickBy } from './shares.ts';
import { agencies, firstNames, suburbs, surnames } from './words.ts';

export const organisationCount = 400;
const tenantUserCount = 2_000;
/** Organisation 1 is the platform. */
const firstTenant = 2;
const firstTenantUser = 1_001;
export const adminUser = 1;

/** A few organisations have four times the average number of campaigns, and many have almost none. */
// biome-ignore format: a table
const tenantBands = [
  { tenants: 10,  share: 10 },
  { tenants: 90,  share: 40 },
  { tenants: 150, share: 40 },
  { tenants: 150, share: 10 },
];

/** The organisation of a row, by its number: the first ten are the biggest. */
export function tenantOf(rowNumber: string): string {
  let first = firstTenant;
  const shares = tenantBands.map(({ tenants, share }) => {
    const one = `${first - 1} + pg_temp.place(${rowNumber}, 2, ${tenants})`;
    first += tenants;
    return [one, share] as const;
  });
  return pickBy(`pg_temp.share(${rowNumber}, 1)`, shares);
}

/** One example of each size, for the measurements. */
export const tenants = { largest: firstTenant, middling: firstTenant + 150, small: firstTenant + 350 };
export const managerOf = (tenantId: number): number => firstTenantUser + tenantId - firstTenant;
export const employeeOf = (tenantId: number): number => managerOf(tenantId) + organisationCount;

export const firstVendor = 100_001;
/** Payers are single or in pairs. The partners' ids start here. */
const firstPartner = (count: number): number => firstVendor + Math.ceil(count / 2);

const shuffle = 7_919;
/**
 * Payers have one, two or three campaigns, in rotation. The order is shuffled, so that a payer's campaigns are not
 * adjacent.
 */
export function payerOf(rowNumber: string, count: number): string {
  const turn = `((${rowNumber} * ${shuffle}) % ${count})`;
  return `${firstVendor} + ${turn} / 6 * 3 + case ${turn} % 6 when 0 then 0 when 1 then 1 when 2 then 1 else 2 end`;
}

/** Two payers in five have a partner, who pays for the same campaigns. */
export const hasPartner = (payer: string): string => `(${payer}) % 5 < 2`;
export const partnerOf = (payer: string, count: number): string => `${payer} + ${firstPartner(count) - firstVendor}`;

const since = `timestamptz '2021-11-15'`;

const people = (role: string, from: number, to: number, jobTitle: string, only = 'true'): string => `
  insert into users
    (id, email_address, first_name, surname, mobile_phone, job_title, role, created_date, last_update_date)
  select id, lower(f.word || '.' || s.word) || '.' || id || '@example.com', f.word, s.word, m.word,
    ${jobTitle}, '${role}', ${since}, ${since}
  from generate_series(${from}::bigint, ${to}) as numbers (id)
  join first_names f on f.place = pg_temp.place(id, 3, ${firstNames.length})
  join surnames s on s.place = pg_temp.place(id, 4, ${surnames.length})
  join mobiles m on m.place = 1 + id % ${demoAustralia.mobiles.length}
  where ${only} order by id`;

const organisations = `
  insert into tenants (id, type, name, identifier, default_time_zone, enable_deposits, allow_adding_property,
    bank_account_name, bank_bsb_number, bank_account_number, created_date, last_update_date)
  select ${firstTenant - 1} + number, 'agency', a.word || ' ' || s.word, 'agency-' || number, 'Australia/Sydney',
    number % 3 = 0, true, a.word || ' Trust', '062000', (10000000 + number)::text, ${since}, ${since}
  from generate_series(1, ${organisationCount}) as numbers (number)
  join agencies a on a.place = 1 + (number - 1) % ${agencies.length}
  join suburbs s on s.place = 1 + (number * 7) % ${suburbs.length}`;

/**
 * Every organisation has a manager and an employee. The other team members work for the organisations with the most
 * campaigns.
 */
const memberships = `
  insert into tenant_users (tenant_id, user_id, tenant_user_type)
  select case when id < ${firstTenantUser + 2 * organisationCount}
      then ${firstTenant} + (id - ${firstTenantUser}) % ${organisationCount} else ${tenantOf('id')} end,
    id, case when id < ${firstTenantUser + organisationCount} then 'manager' else 'employee' end
  from users where role = 'tenant_user'`;

/** Inserts organisations, team members, and all payers of `count` campaigns. */
export async function insertPeople(client: pg.Client, count: number): Promise<void> {
  await client.query(organisations);
  await client.query(people('admin', adminUser, adminUser + 4, `'Operations'`));
  const lastTenantUser = firstTenantUser + tenantUserCount - 1;
  await client.query(people('tenant_user', firstTenantUser, lastTenantUser, `'Sales Agent'`));
  await client.query(memberships);
  const partners = firstPartner(count);
  await client.query(people('vendor', firstVendor, partners - 1, 'null'));
  const lastPartner = partners + Math.ceil(count / 2) - 1;
  const isPartner = hasPartner(`id - ${partners - firstVendor}`);
  await client.query(people('vendor', partners, lastPartner, 'null', isPartner));
  await client.query(`select setval(pg_get_serial_sequence('users', 'id'), max(id)) from users`);
  await client.query(`select setval(pg_get_serial_sequence('tenants', 'id'), max(id)) from tenants`);
}

/** The rows of `contact_details` that the trigger of users writes for new people, in the trigger's order. */
export async function insertPrimaryContacts(client: pg.Client): Promise<void> {
  await client.query(`
    insert into contact_details (user_id, type, is_primary, address, mobile_phone, last_update_date)
    select u.id, c.type, true, c.address, c.mobile_phone, u.last_update_date
    from users u
    cross join lateral (values ('email', u.email_address, null), ('phone', null, u.mobile_phone))
      as c (type, address, mobile_phone)
    where c.type = 'email' or c.mobile_phone is not null
    order by u.id, c.type`);
}
