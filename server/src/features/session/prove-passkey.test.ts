import { describe, expect, it } from 'vitest';
import { givePassword } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { aDevice, addPasskey, aVisitor, logInWith } from '../../../test/passkey-fixture.ts';

const stage = await startStage();
const { db } = stage;
const build = buildersFor(stage);
const password = 'correct horse battery';

type Traits = Parameters<typeof aDevice>[1];

async function signedIn(traits: Traits = {}) {
  const tenantId = await build.aTenant();
  const person = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  await givePassword(stage, person.userId, password);
  const { device } = await addPasskey(stage, person.userId, aDevice(stage, { ...traits, isVerifying: true }));
  const browser = aVisitor(stage);
  const tokens = await browser.exchange(await logInWith(browser, device));
  Object.assign(device.device, traits);
  const forgetProof = async () => {
    await db.updateTable('signIns').set({ provedDate: null }).where('userId', '=', person.userId).execute();
    await db
      .updateTable('tokenFamilies')
      .set({ provedDate: null })
      .where('signInId', 'in', (query) => query.selectFrom('signIns').select('id').where('userId', '=', person.userId))
      .execute();
  };
  await forgetProof();
  const bearer = (token = tokens.accessToken) => ({ authorization: `Bearer ${token}` });
  const begin = async (token?: string) =>
    (await browser.send('POST', '/v1/session/prove/begin', { headers: bearer(token) })).json();
  const prove = (body: object, token?: string) => browser.call('/v1/session/prove', body, bearer(token));
  const changeBank = (token?: string) =>
    stage.app.inject({
      method: 'PUT',
      url: `/v1/tenants/${tenantId}/settings`,
      headers: bearer(token),
      payload: { bankAccount: { accountName: 'Harbour Trust', bsbNumber: '062-000', accountNumber: '12345678' } },
    });
  return { person, device, browser, tokens, begin, prove, changeBank, forgetProof };
}

describe('a proof of identity by passkey', () => {
  it('is enough alone if the passkey verifies its owner, and replaces cookie and tokens', async () => {
    const { person, device, begin, prove, changeBank } = await signedIn();
    expect((await changeBank()).json().type).toBe('/problems/proof-needed');
    const options = await begin();
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: device.id }] });
    const answer = await prove({ passkey: device.get(options) });
    expect(answer.statusCode).toBe(200);
    expect((await changeBank(answer.json().accessToken)).statusCode).toBe(200);
    expect((await changeBank()).statusCode).toBe(401);
    const { logData } = await db
      .selectFrom('logEntries')
      .select('logData')
      .where('description', '=', 'Identity confirmed')
      .where('targetUserId', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(logData).toEqual({ means: 'passkey' });
  });

  it('needs the password too if the passkey does not verify its owner', async () => {
    const { device, begin, prove, changeBank } = await signedIn({ isVerifying: false });
    const missing = await prove({ passkey: device.get(await begin()) });
    expect([missing.statusCode, missing.json().validation.password[0].type]).toEqual([400, 'isEmpty']);
    const wrong = await prove({ passkey: device.get(await begin()), password: 'wrong' });
    expect(wrong.json().validation.password[0].type).toBe('notValid');
    const answer = await prove({ passkey: device.get(await begin()), password });
    expect((await changeBank(answer.json().accessToken)).statusCode).toBe(200);
  });

  it('can be replaced by password and recovery code, not by the password alone', async () => {
    const { person, prove } = await signedIn();
    expect((await prove({ password })).json().validation.code[0].type).toBe('isEmpty');
    expect((await prove({ password, code: '123456' })).json().validation.code[0].type).toBe('notValid');
    const made = await stage.as(person.userId)('POST', '/v1/account/passkeys/recovery-codes');
    expect(made.json().type).toBe('/problems/proof-needed');
  });

  it('answers a challenge once, for this sign-in and this purpose, with a passkey of this person', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const refusedPasskey = async (sent: Promise<{ statusCode: number; json: () => { validation: object } }>) => {
      const answer = await sent;
      expect(answer.statusCode).toBe(400);
      expect(answer.json().validation).toHaveProperty('passkey');
    };
    const options = await first.begin();
    await refusedPasskey(second.prove({ passkey: second.device.get(options) }));
    await refusedPasskey(first.prove({ passkey: second.device.get(await first.begin()) }));
    const used = first.device.get(await first.begin());
    const renewed = await first.prove({ passkey: used });
    expect(renewed.statusCode).toBe(200);
    await refusedPasskey(first.prove({ passkey: used }, renewed.json().accessToken));
    const adding = await stage.as(second.person.userId)('POST', '/v1/session/prove/begin');
    await refusedPasskey(second.prove({ passkey: second.device.get(adding.json()) }));
  });

  it('is not begun for somebody without a passkey, nor by a Payment URL', async () => {
    const person = await build.aPerson('admin');
    const begun = await stage.as(person.userId)('POST', '/v1/session/prove/begin');
    expect([begun.statusCode, begun.json().type]).toEqual([409, '/problems/no-passkey']);
  });

  it('has the limit of codes: five wrong ones in a row', async () => {
    const { device, begin, prove } = await signedIn();
    const stranger = aDevice(stage);
    for (let tried = 0; tried < 5; tried += 1) {
      expect((await prove({ passkey: stranger.get(await begin()) })).statusCode).toBe(400);
    }
    expect((await prove({ passkey: device.get(await begin()) })).statusCode).toBe(429);
  });
});

describe('a passkey', () => {
  it('is added and removed only with a proof of identity', async () => {
    const { browser, tokens, device, begin, prove } = await signedIn();
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const send = (method: 'POST' | 'DELETE', url: string, token: string) =>
      stage.app.inject({ method, url, headers: bearer(token) });
    const { items } = (await browser.get('/v1/account/passkeys', bearer(tokens.accessToken))).json();
    const path = `/v1/account/passkeys/${items[0].id}`;
    expect((await send('POST', '/v1/account/passkeys/begin', tokens.accessToken)).json().type).toBe(
      '/problems/proof-needed',
    );
    expect((await send('DELETE', path, tokens.accessToken)).json().type).toBe('/problems/proof-needed');
    // So is an authenticator app beside it: it is one more way in.
    const app = await browser.call('/v1/account/second-factor/begin', { password }, bearer(tokens.accessToken));
    expect(app.json().type).toBe('/problems/proof-needed');
    const { accessToken } = (await prove({ passkey: device.get(await begin()) })).json();
    const begun = await browser.call('/v1/account/second-factor/begin', { password }, bearer(accessToken));
    expect(begun.statusCode).toBe(200);
    expect((await send('POST', '/v1/account/passkeys/begin', accessToken)).statusCode).toBe(200);
    expect((await send('DELETE', path, accessToken)).statusCode).toBe(204);
  });
});
