import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { migrate, migrationNames } from '@kerb/server/platform/database/migrate.ts';
import { runMigrations } from '@kerb/server/platform/database/run-migrations.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmptyDatabase } from './test-database.ts';

const folder = new URL('../migrations/', import.meta.url);

/** The schema of an older release. The run role gets its rights later: it has rights to columns of later releases. */
async function migrateBefore(first: string): Promise<void> {
  const names = migrationNames().filter((name) => name < first);
  const migrations = names.map((name) => ({ name, load: () => import(new URL(`${name}.ts`, folder).href) }));
  await runMigrations(database, migrations, { known: migrationNames(), finish: async () => {} });
}
const at = '2026-01-01T00:00:00.000Z';
const later = '2026-02-01T00:00:00.000Z';
const latest = '2026-03-01T00:00:00.000Z';

let database: OpenDatabase;
const users = new Map<string, number>();
const payers = new Map<string, number>();
const idOf = (name: string): number => users.get(name) ?? 0;
const nameOf = (id: number | null): string | null => [...users].find(([, each]) => each === id)?.[0] ?? null;

async function addUser(name: string, role: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into users (email_address, first_name, surname, role, created_date, last_update_date)
    values (${`${name}@example.com`}, ${name}, 'Sampleton', ${role}, ${at}, ${at}) returning id`.execute(database.db);
  users.set(name, rows[0]!.id);
}

type OldPayer = {
  agreementId: number;
  mailed?: string;
  texted?: string;
  isByPayer?: boolean;
  signed?: string;
};

/** A payer as an older release wrote them. `mailed` and `texted`: when the address and the mobile were confirmed. */
async function addPayer(name: string, { agreementId, mailed, texted, isByPayer, signed }: OldPayer): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into signatories (agreement_id, user_id, first_name, surname, email_address, email_address_confirmation_date,
      mobile_phone, mobile_phone_confirmation_date, mobile_phone_confirmed_by_payer, signature_date, created_date,
      last_update_date)
    values (${agreementId}, ${idOf(name)}, ${name}, 'Sampleton', ${`${name}@example.com`}, ${mailed ?? null},
      '+61412345678', ${texted ?? null}, ${isByPayer ?? false}, ${signed ?? null}, ${at}, ${at})
    returning id`.execute(database.db);
  payers.set(name, rows[0]!.id);
}

type OldEntry = { by: string; about: string; code: string; date?: string; data?: object; agreementId?: number };

const addEntry = ({ by, about, code, date = at, data = {}, agreementId }: OldEntry) =>
  sql`
    insert into log_entries (date, user_id, user_name, activity_code, description, log_data, target_user_id,
      target_agreement_id)
    values (${date}, ${idOf(by)}, ${by}, ${code}, ${code}, ${JSON.stringify(data)}, ${idOf(about)},
      ${agreementId ?? null})`.execute(database.db);

async function writeCampaigns(): Promise<void> {
  const { db } = database;
  for (const id of [11, 12]) {
    await sql`
      insert into agreements (id, tenant_id, budget_owner_tenant_id, created_date, status, name, last_update_date,
        campaign_budget_funds_purpose)
      values (${id}, 101, 101, ${at}, 3, 'Campaign', ${at}, 'marketing')`.execute(db);
  }
  await addPayer('mailed', { agreementId: 11, mailed: later });
  await addPayer('texted', { agreementId: 11, texted: at, isByPayer: true });
  await addPayer('both', { agreementId: 11, mailed: later, texted: at, isByPayer: true });
  await addPayer('staff', { agreementId: 11, texted: at });
  await addPayer('signed', { agreementId: 11, texted: at, isByPayer: true, signed: later });
  // The only payer of this campaign had another address before, and another one was removed.
  await addPayer('moved', { agreementId: 12 });
  await sql`
    insert into sign_ins (user_id, signatory_id, agreement_id, cookie_hash, created_date, last_used_date, expiry_date)
    values (${idOf('signedin')}, ${payers.get('both')}, 11, ${sha256('cookie')}, ${at}, ${at}, '2099-01-01')`.execute(
    db,
  );
  const ofCampaign = { by: 'Mia', agreementId: 12 } as const;
  await addEntry({ ...ofCampaign, about: 'former', code: 'signatory_create' });
  await addEntry({ ...ofCampaign, about: 'removed', code: 'signatory_create' });
  await addEntry({ ...ofCampaign, about: 'removed', code: 'signatory_delete' });
}

async function writeMakers(): Promise<void> {
  const { db } = database;
  await sql`
    insert into pending_acts (kind, subject_id, reason, asked_by_user_id, asked_date, expiry_date, decided_by_user_id,
      decided_date, outcome)
    values ('make-admin', ${idOf('Kim')}, 'More hands', ${idOf('Ada')}, ${at}, ${latest}, ${idOf('Arlo')}, ${later},
      'done')`.execute(db);
  await addEntry({
    by: 'Arlo',
    about: 'Kim',
    code: 'user_perm_change',
    date: later,
    data: { role: { after: 'admin' } },
  });
  await addEntry({ by: 'Ada', about: 'Mia', code: 'user_create', data: { role: 'tenant_user' } });
  await addEntry({ by: 'Ada', about: 'moved', code: 'user_create', data: { role: 'vendor' } });
  const removed = { tenantUserType: { before: 'manager', after: 'none' } };
  await addEntry({ by: 'Arlo', about: 'Mia', code: 'user_perm_change', data: removed });
  await addEntry({
    by: 'Mia',
    about: 'Mia',
    code: 'user_update',
    data: { emailAddress: { after: 'mia@example.com' } },
  });
  const invited = (email: string, accepted: number | null) =>
    sql`
    insert into user_invitations (tenant_id, first_name, surname, email_address, tenant_user_type, token_hash, send_date,
      expiry_date, created_by_user_id, created_date, last_update_date, accepted_date, accepted_user_id)
    values (101, 'Eli', 'Ng', ${email}, 'employee', ${sha256(email)}, ${at}, ${latest}, ${idOf('Mia')}, ${at}, ${at},
      ${accepted === null ? null : later}, ${accepted})`.execute(db);
  await invited('eli@example.com', idOf('Eli'));
  await invited('open@example.com', null);
}

/** A program that Ada made, with secrets of Ada, of Arlo, of nobody who is known, and of the program itself. */
async function writeProgram(): Promise<void> {
  const { db } = database;
  await addUser('program', 'service');
  const { rows } = await sql<{ id: number }>`
    insert into service_identities (tenant_id, user_id, client_id, name, scopes, owner_user_id, created_by_user_id,
      created_date, last_update_date)
    values (101, ${idOf('program')}, 'kerb-crm', 'CRM', '{payers:write}', ${idOf('Mia')}, ${idOf('Ada')}, ${at}, ${at})
    returning id`.execute(db);
  const secrets = [
    ['Ada', later],
    ['Arlo', at],
    [null, latest],
    ['program', latest],
  ] as const;
  for (const [by, date] of secrets) {
    const [maker, hash] = [by && idOf(by), sha256(`secret of ${by}`)];
    await sql`
      insert into service_credentials (service_identity_id, kind, secret_hash, created_by_user_id, created_date,
        expiry_date)
      values (${rows[0]!.id}, 'secret', ${hash}, ${maker}, ${date}, '2099-01-01')`.execute(db);
  }
}

beforeAll(async () => {
  database = await openEmptyDatabase();
  await migrateBefore('0067');
  const { db } = database;
  await sql`
    insert into tenants (id, type, name, default_time_zone, created_date, last_update_date)
    values (101, 'agency', 'Agency', 'Australia/Sydney', ${at}, ${at})`.execute(db);
  for (const name of ['Ada', 'Arlo', 'Kim']) await addUser(name, 'admin');
  for (const name of ['Mia', 'Eli']) await addUser(name, 'tenant_user');
  const vendors = ['mailed', 'texted', 'both', 'staff', 'signed', 'moved', 'former', 'removed', 'signedin'];
  for (const name of vendors) await addUser(name, 'vendor');
  await writeCampaigns();
  await writeMakers();
  await writeProgram();
  await sql`
    insert into webhooks (id, tenant_id, url, events, sealed_secret, created_by_user_id, creation_date, last_update_date)
    values (7, 101, 'https://crm.example/events', '{campaign_create}', '', ${idOf('Mia')}, ${at}, ${at})`.execute(db);
  await sql`
    insert into email_changes (user_id, hash, new_email_address, expiry_date)
    values (${idOf('Eli')}, ${sha256('link')}, 'new@example.com', ${latest})`.execute(db);
  await migrate(database);
});
afterAll(() => database?.close());

describe('payers of before the upgrade', () => {
  it('have the date of their code; a mobile counts as theirs only if they have signed with it', async () => {
    const rows = await database.db
      .selectFrom('signatories')
      .select(['firstName', 'applicationCodeDate', 'mobilePhoneConfirmedByPayer', 'contactSetterIds', 'mobileSetCount'])
      .where('agreementId', '=', 11)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.firstName, row.applicationCodeDate, row.mobilePhoneConfirmedByPayer])).toEqual([
      ['mailed', later, false],
      ['texted', at, false],
      ['both', at, false],
      ['staff', null, false],
      ['signed', at, true],
    ]);
    // Who entered their contacts is not known.
    expect(rows.every(({ contactSetterIds, mobileSetCount }) => contactSetterIds.length + mobileSetCount === 0)).toBe(
      true,
    );
    const signIns = await database.db.selectFrom('signIns').select('isFromMailbox').execute();
    expect(signIns).toEqual([{ isFromMailbox: false }]);
  });

  it('have their former accounts, found in sign-ins and in the log of a campaign with one payer', async () => {
    const rows = await database.db.selectFrom('formerPayerUsers').selectAll().execute();
    const named = rows.map(({ signatoryId, userId }) => [
      [...payers].find(([, id]) => id === signatoryId)?.[0],
      nameOf(userId),
    ]);
    expect(named.sort()).toEqual([
      ['both', 'signedin'],
      ['moved', 'former'],
    ]);
  });
});

describe('accounts of before the upgrade', () => {
  it('have everybody who made, invited or changed them, and who only confirmed it', async () => {
    const rows = await database.db.selectFrom('userMakers').selectAll().execute();
    const named = rows.map(({ userId, makerUserId, part, date }) => [nameOf(userId), nameOf(makerUserId), part, date]);
    expect(named.sort()).toEqual([
      ['Eli', 'Mia', 'made', later],
      ['Kim', 'Ada', 'made', later],
      ['Kim', 'Arlo', 'confirmed', later],
      ['Mia', 'Ada', 'made', at],
      // Everybody who made a program or gave it a secret, with the date of the last time.
      ['program', 'Ada', 'made', later],
      ['program', 'Arlo', 'made', at],
    ]);
  });

  it('have invitations, webhooks and new addresses with the person who answers for them', async () => {
    const { db } = database;
    const invitations = await db
      .selectFrom('userInvitations')
      .select(['emailAddress', 'sentByUserId', 'inviterUserIds'])
      .orderBy('emailAddress')
      .execute();
    const byMia = { sentByUserId: idOf('Mia'), inviterUserIds: [idOf('Mia')] };
    expect(invitations).toEqual([
      { emailAddress: 'eli@example.com', ...byMia },
      { emailAddress: 'open@example.com', ...byMia },
    ]);
    const webhooks = await db.selectFrom('webhooks').select(['id', 'urlByUserId']).execute();
    expect(webhooks).toEqual([{ id: 7, urlByUserId: idOf('Mia') }]);
    // Nobody knows who asked for it, so its owner can still confirm it.
    const changes = await db.selectFrom('emailChanges').select(['userId', 'askedByUserId']).execute();
    expect(changes).toEqual([{ userId: idOf('Eli'), askedByUserId: null }]);
  });

  it('can have requests that end with their asker, and erasures that are refused', async () => {
    const { db } = database;
    await db
      .insertInto('pendingActs')
      .values({
        ...{ kind: 'make-admin', subjectId: idOf('Eli'), reason: 'x', askedByUserId: idOf('Ada') },
        ...{ askedDate: at, expiryDate: latest, decidedDate: later, outcome: 'ended' },
      })
      .execute();
    const acts = await db.selectFrom('pendingActs').select('outcome').orderBy('id').execute();
    expect(acts).toEqual([{ outcome: 'done' }, { outcome: 'ended' }]);
  });
});
