import { randomUUID } from 'node:crypto';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import { dropDataKey } from '@kerb/server/platform/privacy/data-keys.ts';
import { sealOldEntries } from '@kerb/server/platform/privacy/seal-old-entries.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { signingSteps, startSigningFixture } from '../../../test/signing-fixture.ts';
import { asOwner } from '../../../test/test-database.ts';

const fixture = await startSigningFixture();
const { stage, build, tenantId, manager, admin } = fixture;
const { approved, codeFor, sign } = signingSteps(fixture);

const details = {
  dateOfBirth: '1951-07-19',
  employmentType: 'pension',
  residentialAddress: '7 Quandong Crescent',
  city: 'Yackandandah',
  state: 'Vic',
  postalCode: '3749',
};

async function tableNames(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    stage.db,
  );
  return rows.map(({ name }) => name);
}

/** The tables in which a backup shows this text. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await tableNames()) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} t where to_jsonb(t)::text ilike ${`%${text}%`} limit 1`.execute(stage.db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

const logOf = async (id: number): Promise<{ userName: string; logData: string }[]> =>
  (await stage.as(admin.userId)('GET', `/v1/log-entries?targetAgreementId=${id}&perPage=100`)).json().items;

const savedPayer = async () => {
  const { id, payers } = await build.aCampaign(manager, tenantId, {
    status: 'waiting-invite',
    payers: [build.aPayer({ mobilePhone: '0412 345 699' })],
  });
  const [payer] = payers;
  const saved = await stage.as(payer!.userId)('PUT', `/v1/signatories/${payer!.id}`, {
    ...details,
    middleNames: 'Wilhelmina',
  });
  expect(saved.statusCode, saved.body).toBe(200);
  return { id, payer: payer! };
};

describe('a backup', () => {
  it('shows no birthday, home address or employment of a payer who has signed', async () => {
    const { id, payers } = await approved({ mobiles: ['0412 345 678'] });
    const [payer] = payers;
    const back = { status: statusRank('waiting-info') };
    await stage.db.updateTable('agreements').set(back).where('id', '=', id).execute();
    const saved = await stage.as(admin.userId)('PUT', `/v1/signatories/${payer!.id}`, details);
    expect(saved.statusCode, saved.body).toBe(200);
    await stage.db
      .updateTable('agreements')
      .set({ status: statusRank('approved') })
      .where('id', '=', id)
      .execute();
    const key = randomUUID();
    const code = await codeFor(payer!);
    const signed = await sign(payer!.userId, id, payer!.id, { code, key });
    expect(signed.statusCode, signed.body).toBe(200);
    expect(signed.body).toContain(details.dateOfBirth);
    for (const text of [details.dateOfBirth, details.residentialAddress, details.city]) {
      expect(await tablesWith(text), text).toEqual([]);
    }
    const again = await sign(payer!.userId, id, payer!.id, { code, key });
    expect([again.statusCode, again.body]).toEqual([200, signed.body]);
  });

  it('shows no name, address or mobile of a payer in the log', async () => {
    const { id, payer } = await savedPayer();
    await stage.as(payer.userId)('GET', `/v1/agreements/${id}`);
    for (const text of [payer.surname, payer.emailAddress, payer.mobilePhone!, 'Wilhelmina']) {
      expect(await tablesWith(text), text).not.toContain('log_entries');
    }
    const shown = JSON.stringify(await logOf(id));
    for (const text of [payer.surname, payer.emailAddress, 'Wilhelmina']) expect(shown).toContain(text);
  });
});

describe('the personal values of the log', () => {
  it('are found by the name of the person', async () => {
    const { payer } = await savedPayer();
    const found = await stage.as(admin.userId)('GET', `/v1/log-entries?textQuery=${payer.emailAddress}`);
    expect(
      found
        .json()
        .items.map((entry: { logData: string }) => entry.logData)
        .join(),
    ).toContain('Wilhelmina');
  });

  it('are erased by dropping the key of the person, while the entries stay', async () => {
    const { id, payer } = await savedPayer();
    const before = await logOf(id);
    await stage.db.transaction().execute((tx) => dropDataKey(tx, { kind: 'payer', id: payer.id }));
    const after = await logOf(id);
    expect(after.length).toBe(before.length);
    expect(JSON.stringify(after)).not.toMatch(new RegExp(`${payer.surname}|Wilhelmina`));
    expect(JSON.stringify(after)).toContain('[erased]');
    // Nothing more is stored about them, and the key cannot return.
    await stage.as(admin.userId)('PUT', `/v1/signatories/${payer.id}`, { middleNames: 'Henrietta' });
    expect(JSON.stringify(await logOf(id))).not.toContain('Henrietta');
    const back = sql`update data_keys set sealed_key = '\\x00', dropped_date = null where subject_id = ${payer.id}`;
    await expect(back.execute(stage.db)).rejects.toThrow(/cannot return/);
  });

  it('can be read after the keys of personal data were replaced', async () => {
    const { id } = await savedPayer();
    const before = await logOf(id);
    const own = { id: '2027', key: Buffer.alloc(32, 9) };
    const secrets = secretsFrom(Buffer.alloc(32, 7), [own]);
    expect((await rotateKeys({ ...stage.deps, secrets })).failed).toBe(0);
    Object.assign(stage.deps.secrets, { personal: secrets.personal });
    expect(await logOf(id)).toEqual(before);
  });

  it('of an earlier release are encrypted once, by the owner of the table', async () => {
    const { id, payer } = await savedPayer();
    await sql`
      insert into log_entries (date, user_id, user_name, activity_code, description, log_data, target_agreement_id,
        target_user_id, data_form)
      values ('2026-01-01', ${payer.userId}, 'Olive Oldname', 'signatory_update', 'Payer updated',
        '{"surname": {"before": "Oldname", "after": "Newname"}}', ${id}, ${payer.userId}, 0)`.execute(stage.db);
    expect(await tablesWith('Oldname')).toEqual(['log_entries']);
    const seal = () =>
      asOwner(stage.db, (tx) => {
        const db = { transaction: () => ({ execute: (run: (tx: unknown) => unknown) => run(tx) }) };
        return sealOldEntries({ db: db as unknown as typeof stage.db }, stage.deps.secrets);
      });
    expect([await seal(), await seal()]).toEqual([1, 0]);
    expect(await tablesWith('Oldname')).toEqual([]);
    const entry = (await logOf(id)).find(({ userName }) => userName === 'Olive Oldname');
    expect(JSON.parse(entry!.logData)).toEqual({ surname: { before: 'Oldname', after: 'Newname' } });
    await expect(asOwner(stage.db, (tx) => sql`delete from log_entries`.execute(tx))).rejects.toThrow(/append-only/);
  });
});

describe('security events', () => {
  it('are deleted after 400 days and not before, also by a server that may delete none', async () => {
    await sql`
      insert into security_events (date, kind) values (now() - interval '401 days', 'forbidden'),
        (now() - interval '399 days', 'forbidden')`.execute(stage.db);
    await sql`select forget_security_events()`.execute(stage.db);
    const { rows } = await sql<{ days: number }>`
      select extract(day from now() - date)::integer as days from security_events
      where date < now() - interval '300 days'`.execute(stage.db);
    expect(rows).toEqual([{ days: 399 }]);
    await expect(sql`delete from security_events`.execute(stage.db)).rejects.toThrow(/permission denied/);
  });
});
