import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { migrate, migrationNames } from '@kerb/server/platform/database/migrate.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmptyDatabase } from './test-database.ts';

const last = migrationNames().findLast((name) => name < '0053')!;
const at = '2026-01-01T00:00:00.000Z';

type Person = { role?: string; disabled?: boolean; as?: 'manager' | 'employee'; asElsewhere?: 'manager' };
type Client = Person & { revoked?: boolean; expires?: string };

let database: OpenDatabase;
const people = new Map<string, number>();

/** A person, their memberships and their client, as an older release wrote them. */
async function write(name: string, client: Client): Promise<void> {
  const { db } = database;
  const { rows } = await sql<{ id: number }>`
    insert into users (email_address, first_name, surname, role, disabled_date, created_date, last_update_date)
    values (${`${name}@example.com`}, ${name}, 'Sampleton', ${client.role ?? 'tenant_user'},
      ${client.disabled ? at : null}, ${at}, ${at}) returning id`.execute(db);
  const userId = rows[0]!.id;
  people.set(name, userId);
  for (const [tenantId, type] of [
    [101, client.as],
    [102, client.asElsewhere],
  ] as const) {
    if (!type) continue;
    await sql`
      insert into tenant_users (tenant_id, user_id, tenant_user_type) values (${tenantId}, ${userId}, ${type})`.execute(
      db,
    );
  }
  const made = await sql<{ id: number }>`
    insert into credentials (user_id, type, logon_identifier, password_hash, disabled_since_date, creation_date,
      last_update_date, tenant_id, expiry_date, last_usage_date)
    values (${userId}, 'clientid', ${`kerb-${name}`}, ${sha256(name).toString('base64')},
      ${client.revoked ? at : null}, ${at}, ${at}, 101, ${client.expires ?? null}, ${at}) returning id`.execute(db);
  await sql`
    insert into sign_ins (user_id, credential_id, cookie_hash, created_date, last_used_date, expiry_date)
    values (${userId}, ${made.rows[0]!.id}, ${sha256(`cookie ${name}`)}, ${at}, ${at}, '2099-01-01')`.execute(db);
}

beforeAll(async () => {
  database = await openEmptyDatabase();
  await migrate(database, { upTo: last });
  for (const id of [101, 102]) {
    await sql`
      insert into tenants (id, type, name, default_time_zone, created_date, last_update_date)
      values (${id}, 'agency', 'Agency', 'Australia/Sydney', ${at}, ${at})`.execute(database.db);
  }
  await write('manager', { as: 'manager', expires: '2027-03-01T00:00:00.000Z' });
  await write('employee', { as: 'employee', asElsewhere: 'manager' });
  await write('gone', { asElsewhere: 'manager' });
  await write('disabled', { as: 'manager', disabled: true });
  await write('promoted', { as: 'manager', role: 'admin' });
  await write('revoked', { as: 'manager', revoked: true });
  await migrate(database);
});
afterAll(() => database?.close());

it('a client of before the upgrade belongs to its organisation and can do no more than its person could', async () => {
  const identities = await database.db.selectFrom('serviceIdentities').selectAll().orderBy('id').execute();
  const shown = identities.map(({ clientId, name, tenantId, agentUserId, ownerUserId, endReason, scopes }) => [
    clientId,
    name,
    tenantId,
    agentUserId,
    ownerUserId,
    endReason,
    scopes.length,
  ]);
  const [manager, employee] = [people.get('manager'), people.get('employee')];
  expect(shown).toEqual([
    ['kerb-manager', 'Integration of manager Sampleton', 101, null, manager, null, 10],
    ['kerb-employee', 'Integration of employee Sampleton', 101, employee, null, null, 8],
    ['kerb-gone', 'Integration of gone Sampleton', 101, people.get('gone'), null, 'upgrade', 8],
    ['kerb-disabled', 'Integration of disabled Sampleton', 101, people.get('disabled'), null, 'upgrade', 8],
    ['kerb-promoted', 'Integration of promoted Sampleton', 101, people.get('promoted'), null, 'upgrade', 8],
    ['kerb-revoked', 'Integration of revoked Sampleton', 101, null, people.get('revoked'), 'person', 10],
  ]);
});

it('its secret goes on, and expires within 180 days if it had no expiry', async () => {
  const credentials = await database.db.selectFrom('serviceCredentials').selectAll().orderBy('id').execute();
  const [first, second] = credentials;
  expect(first).toMatchObject({ kind: 'secret', secretHash: sha256('manager'), lastUsageDate: at });
  expect(first?.expiryDate).toBe('2027-03-01T00:00:00.000Z');
  const days = (Date.parse(second!.expiryDate) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(180);
});

it('its tokens and its old row are gone', async () => {
  expect(await database.db.selectFrom('credentials').select('id').execute()).toEqual([]);
  expect(await database.db.selectFrom('signIns').select('id').execute()).toEqual([]);
});
