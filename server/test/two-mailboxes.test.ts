import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from './builders.ts';
import { fundsFixture } from './funds-fixture.ts';
import { type Stage, startStage } from './harness.ts';

/** Accounts of an attacker, and of the organisation, in each country. */
const countries = {
  AU: { own: ['062000', '12345678'], theirs: ['062-000', '87654321'] },
  NZ: { own: [null, '1230000001007000'], theirs: [null, '12-3000-0001015-000'] },
} as const;

async function anAttack(stage: Stage, code: keyof typeof countries) {
  const { build, aPaid } = await fundsFixture(stage);
  const admin = await build.aPerson('admin');
  const honest = await build.aPerson('admin');
  const tenantId = await build.aTenant();
  const [bankBsbNumber, bankAccountNumber] = countries[code].own;
  const account = { bankAccountName: 'Harbour Trust', bankBsbNumber, bankAccountNumber };
  await stage.db.updateTable('tenants').set(account).where('id', '=', tenantId).execute();
  await aPaid(tenantId, { at: '2026-11-12T02:00:00Z' });
  const call = (by: Pick<Person, 'userId'>, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    stage.as(by.userId)(method, `/v1${path}`, body, { 'idempotency-key': randomUUID() });
  return { admin, honest, tenantId, call };
}

/** One admin with two mailboxes once changed an account, made a batch and approved it, all within a minute. */
describe('one admin with a second mailbox', () => {
  it.each(['AU', 'NZ'] as const)('cannot change where an organisation is paid in %s', async (code) => {
    const stage = await startStage({ env: { COUNTRY: code }, now: '2026-11-16T06:00:00.000Z' });
    const { admin, honest, tenantId, call } = await anAttack(stage, code);
    const [bsbNumber, accountNumber] = countries[code].theirs;
    const bankAccount = { accountName: 'Harbour Trust', bsbNumber, accountNumber };
    const mailbox = { firstName: 'Second', surname: 'Mailbox', emailAddress: 'second@example.com', role: 'admin' };
    const made = await call(admin, 'POST', '/users', { ...mailbox, reason: 'Approvals' });
    expect(made.json()).toMatchObject({ role: 'tenant_user' });
    const second = { userId: made.json().id as number };
    const settings = `/tenants/${tenantId}/settings`;
    const saved = await call(admin, 'PUT', settings, { bankAccount, bankAccountConfirmed: true });
    expect(saved.statusCode, saved.body).toBe(200);
    const apply = { fields: ['bankAccount'], callBackNote: 'Called them on the number of the contract.' };
    const batch = await call(admin, 'POST', '/batch-payments', { tenants: [{ href: `/v1/tenants/${tenantId}` }] });
    expect(batch.statusCode, batch.body).toBe(201);
    const steps = [`${settings}/apply`, `/batch-payments/${batch.json().id}/approve`] as const;
    /** As the second mailbox, in a sign-in of its own: each new role ends the earlier ones. */
    const trying = async (path: string, payload: object = {}) => {
      const headers = { authorization: `Bearer ${await stage.accessTokenFor(second.userId)}` };
      return stage.app.inject({ method: 'POST', url: `/v1${path}`, headers, payload });
    };
    const tries = async () => [
      (await trying(steps[0], apply)).statusCode,
      (await trying(steps[1])).statusCode,
      (await call(admin, 'POST', steps[0], apply)).statusCode,
      (await call(admin, 'POST', steps[1])).statusCode,
    ];

    expect(await tries()).toEqual([403, 403, 403, 409]);
    // Even if an honest admin is talked into the new admin, the two are not two people for three days.
    const [act] = (await call(honest, 'GET', '/pending-acts')).json().items;
    expect((await call(honest, 'POST', `/pending-acts/${act.id}/confirm`, {})).statusCode).toBe(200);
    expect(await tries()).toEqual([403, 409, 403, 409]);
    const file = await call(admin, 'GET', `/batch-payments/${batch.json().id}/file`);
    expect(file.statusCode).toBe(404);
    // Nor can one admin take over the honest one.
    const taken = await call(admin, 'PUT', `/users/${honest.userId}`, {
      emailAddress: 'mine@example.com',
      reason: 'New',
    });
    expect(taken.json().emailAddress).toBe(honest.emailAddress);
  });
});
