import { detailsOwner } from '@kerb/server/features/payers/encrypted-details.ts';
import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { isEarlierFormat } from '@kerb/server/platform/files/file-cipher.ts';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';

const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)];
const plain = Buffer.from('born on 1980-01-31');
const [before, after] = [secretsFrom(older), secretsFrom([newer, older])];

const personal = [
  before.personal.encrypt(plain, 'x'),
  after.personal.encrypt(plain, 'x'),
  after.personal.encrypt(Buffer.alloc(500), 'x'),
  secretsFrom(newer, [{ id: 'k', key: older }]).personal.encrypt(plain, 'x'),
  Buffer.alloc(60, 1),
  Buffer.alloc(3, 1),
  Buffer.alloc(100, 1),
];
const ofDeployment = [before.encrypt(plain), after.encrypt(plain), Buffer.alloc(60, 2), Buffer.alloc(2, 2)];

/** Evaluates a condition of SQL for each value. */
async function asked(db: Database, condition: (value: Buffer) => ReturnType<typeof sql<boolean>>, values: Buffer[]) {
  const answers: unknown[] = [];
  for (const value of values) {
    const { rows } = await sql<{ answer: boolean }>`select ${condition(value)} as answer`.execute(db);
    answers.push(rows[0]?.answer);
  }
  return answers;
}

describe("the name of a value's key in the database", () => {
  it('is the current one for those values that have the current key', async () => {
    const { db } = await startStage();
    const isNamed = (value: Buffer) =>
      sql<boolean>`personal_key_name(${value}::bytea) = ${after.personal.currentName}::bytea`;
    const isCurrent = (value: Buffer) => value.length > 30 && after.personal.isCurrent(value);
    expect(await asked(db, isNamed, personal)).toEqual(personal.map(isCurrent));
    expect(personal.map(isCurrent)).toContain(true);
    const isNamedOfDeployment = (value: Buffer) =>
      sql<boolean>`deployment_key_name(${value}::bytea) = ${after.currentName}::bytea`;
    expect(await asked(db, isNamedOfDeployment, ofDeployment)).toEqual(ofDeployment.map(after.isCurrent));
  });
});

// A rotation takes every value of a database, so each test has its own.
describe('a rotation', () => {
  it('takes a value that is as long as a file key of the earlier format', async () => {
    const stage = await startStage();
    const { db, deps } = stage;
    const build = buildersFor(stage);
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { payers } = await build.aCampaign(manager, tenantId);
    const { id } = payers[0]!;
    const sealedDetails = before.personal.encrypt(plain, detailsOwner(id));
    expect(isEarlierFormat(sealedDetails)).toBe(true);
    await db.updateTable('signatories').set({ sealedDetails }).where('id', '=', id).execute();
    expect(await rotateKeys({ ...deps, secrets: after })).toMatchObject({ failed: 0 });
    const row = await db
      .selectFrom('signatories')
      .select('sealedDetails')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(secretsFrom(newer).personal.decrypt(row.sealedDetails!, detailsOwner(id)).equals(plain)).toBe(true);
  });

  it('goes on after values that cannot be decrypted, and tries each of them once', async () => {
    const stage = await startStage();
    const { db, deps } = stage;
    const build = buildersFor(stage);
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const { payers } = await build.aCampaign(manager, tenantId, {
      payers: [build.aPayer(), build.aPayer(), build.aPayer()],
    });
    const unreadable = secretsFrom(Buffer.alloc(32, 3)).personal.encrypt(plain, 'x');
    for (const [place, sealedDetails] of [unreadable, Buffer.alloc(60, 5)].entries()) {
      await db.updateTable('signatories').set({ sealedDetails }).where('id', '=', payers[place]!.id).execute();
    }
    const { failed } = await rotateKeys({ ...deps, secrets: after });
    expect(failed).toBe(2);
    expect(await rotateKeys({ ...deps, secrets: after })).toMatchObject({ resealed: 0, failed: 2 });
  });
});
