import { describe, expect, it } from 'vitest';
import type { Authenticator } from '../../../test/authenticator.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { aDevice, addPasskey } from '../../../test/passkey-fixture.ts';

const stage = await startStage();
const build = buildersFor(stage);
const tenantId = await build.aTenant();
const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });

/** A payer with a passkey, who has opened their Payment URL. */
async function aPayer({ device = aDevice(stage) as Authenticator | null } = {}) {
  const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
  const payer = payers[0]!;
  if (device) expect((await addPasskey(stage, payer.userId, device)).answer.statusCode).toBe(201);
  await stage.db
    .updateTable('users')
    .set({ emailAddress: payer.emailAddress })
    .where('id', '=', payer.userId)
    .execute();
  const opened = async () => {
    const token = await stage.accessTokenFor(payer.userId, { agreementId: id, signatoryId: payer.id });
    return (method: 'GET' | 'POST', url: string, payload?: object) =>
      stage.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
  };
  const path = `/v1/signatories/${payer.id}/unlock`;
  const call = await opened();
  const begin = async (by = call) => (await by('POST', '/v1/session/prove/begin')).json();
  const isLocked = async (by = call) => (await by('GET', `/v1/signatories/${payer.id}`)).json().isLocked === true;
  const offers = async (by = call) => (await by('GET', `/v1/agreements/${id}/flow`)).json().hasPasskey ?? false;
  return { id, payer, device: device!, call, opened, path, begin, isLocked, offers };
}

describe('a payer who came by a Payment URL and has a passkey', () => {
  it('sees their details with it, in this sign-in only, and it is logged', async () => {
    const { payer, device, call, opened, path, begin, isLocked, offers } = await aPayer();
    expect([await isLocked(), await offers()]).toEqual([true, true]);
    const options = await begin();
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [] });
    const answer = await call('POST', path, { passkey: device.get(options) });
    expect([answer.statusCode, answer.json().isLocked ?? false]).toEqual([200, false]);
    expect([await isLocked(), await offers()]).toEqual([false, false]);
    expect(await isLocked(await opened())).toBe(true);
    const logged = await stage.db
      .selectFrom('logEntries')
      .select('targetUserId')
      .where('description', '=', 'Details shown after a passkey')
      .where('targetAgreementId', 'is not', null)
      .execute();
    expect(logged.length).toBeGreaterThanOrEqual(1);
    expect(payer.id).toBeGreaterThan(0);
  });

  it('is refused with a passkey of somebody else, of another sign-in or purpose, and a second time', async () => {
    const one = await aPayer();
    const two = await aPayer();
    const refused = async (passkey: unknown, by = one.call) => {
      const answer = await by('POST', one.path, { passkey });
      expect([answer.statusCode, Object.keys(answer.json().validation ?? {})]).toEqual([400, ['passkey']]);
    };
    await refused(two.device.get(await one.begin()));
    const elsewhere = await one.opened();
    await refused(one.device.get(await one.begin(elsewhere)));
    const ofProof = (await stage.as(one.payer.userId)('POST', '/v1/session/prove/begin')).json();
    await refused(one.device.get(ofProof));
    expect(await one.isLocked()).toBe(true);
    const used = one.device.get(await one.begin());
    expect((await one.call('POST', one.path, { passkey: used })).statusCode).toBe(200);
    await refused(used, elsewhere);
  });

  it('is refused if the device has not verified its owner, as nothing else is asked for', async () => {
    const { device, call, path, begin, isLocked } = await aPayer({ device: aDevice(stage, { isVerifying: false }) });
    const answer = await call('POST', path, { passkey: device.get(await begin()) });
    expect([answer.statusCode, await isLocked()]).toEqual([400, true]);
  });

  it('is not offered it if the account has another address than the application', async () => {
    const { payer, device, call, path, begin, offers } = await aPayer();
    const options = await begin();
    const emailAddress = `other-${payer.id}@example.com`;
    await stage.db.updateTable('users').set({ emailAddress }).where('id', '=', payer.userId).execute();
    expect(await offers()).toBe(false);
    expect((await call('POST', path, { passkey: device.get(options) })).statusCode).toBe(400);
  });

  it('gets a code as before without one', async () => {
    const { call, offers } = await aPayer({ device: null });
    const begun = await call('POST', '/v1/session/prove/begin');
    expect([begun.statusCode, begun.json().type, await offers()]).toEqual([409, '/problems/no-passkey', false]);
  });
});
