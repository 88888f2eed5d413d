import { paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import { sealSecret } from '@kerb/server/features/organisations/login-provider.repository.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { issuePaymentLink, linkForMail } from '@kerb/server/features/payers/payment-links.ts';
import { issuePasswordLink } from '@kerb/server/features/session/password-links.ts';
import { endWhatFormerKeysMade } from '@kerb/server/leaked-key.ts';
import { issueCode, useCode } from '@kerb/server/platform/auth/codes.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { secretsFrom, sha256 } from '@kerb/server/platform/secrets.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, wordsOf } from './browser.ts';
import { buildersFor } from './builders.ts';
import { startStage } from './harness.ts';

const replaced = secretsFrom([Buffer.alloc(32, 9), Buffer.alloc(32, 7)]);

/** Each test has its own stage, because it ends all sign-ins and keys of the stage. */
async function aLeak() {
  const stage = await startStage();
  const { db, deps } = stage;
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });

  const within = <T>(run: (work: Work) => Promise<T>) => inTransaction(deps, byTheProduct, run);
  const end = () => inTransaction({ ...deps, secrets: replaced }, byTheProduct, endWhatFormerKeysMade);

  async function sentLink() {
    const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    const payer = payers[0]!;
    const version = await within((work) => issuePaymentLink(work, payer.id));
    return { id, payer, token: paymentToken(deps, { id: payer.id, version }) };
  }
  return { stage, db, deps, tenantId, manager, within, end, sentLink };
}

describe('after SECRET_KEY has leaked', () => {
  it('the command refuses to run until the key has been replaced', async () => {
    const { within } = await aLeak();
    await expect(within(endWhatFormerKeysMade)).rejects.toThrow('SECRET_KEY has only one key');
  });

  it('sign-ins, keys of tokens, links, codes and secrets of webhooks end too, and their owners are told', async () => {
    const { stage, db, tenantId, manager, within, end } = await aLeak();
    const hook = { url: 'http://127.0.0.1:9/kerb', events: ['attachment_update'] };
    await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, hook);
    const { sealedSecret } = await db.selectFrom('webhooks').select('sealedSecret').executeTakeFirstOrThrow();
    const codeFor = { purpose: 'mobile', subject: 'user 1 0491570006' } as const;
    const code = await within((work) => issueCode(work, codeFor));
    await within((work) => issuePasswordLink(work, { userId: manager.userId, purpose: 'reset' }));
    const invitee = {
      firstName: 'New',
      surname: 'Member',
      emailAddress: 'new@example.com',
      tenantUserType: 'employee',
    };
    const tenant = { href: `/v1/tenants/${tenantId}` };
    await stage.as(manager.userId)('POST', '/v1/user-invitations', { tenant, ...invitee });
    const { id: former } = await stage.issuer.keys.current();
    const ended = await end();
    expect(ended).toMatchObject({ passwordLinks: 1, invitations: 1, codes: 1, webhooks: 1 });
    const invitation = await db.selectFrom('userInvitations').select('expiryDate').executeTakeFirstOrThrow();
    expect(Date.parse(invitation.expiryDate)).toBeLessThanOrEqual(Date.now());
    expect(ended.signIns).toBeGreaterThanOrEqual(1);
    expect(await within((work) => useCode(work, codeFor, code))).toBe(false);
    expect(await db.selectFrom('passwordLinks').select('userId').execute()).toEqual([]);
    const keys = await db.selectFrom('signingKeys').select('id').execute();
    expect(keys.map(({ id }) => id)).toEqual([expect.not.stringMatching(former)]);
    const { sealedSecret: next, oldSealedSecret } = await db
      .selectFrom('webhooks')
      .select(['sealedSecret', 'oldSealedSecret'])
      .executeTakeFirstOrThrow();
    expect([replaced.decrypt(next).equals(replaced.decrypt(sealedSecret)), oldSealedSecret]).toEqual([false, null]);
    const told = await db.selectFrom('messages').selectAll().where('kind', '=', 'webhook-secret-ended').execute();
    expect(told.map(({ recipient }) => recipient)).toContain(manager.emailAddress);
    const waiting = await db
      .selectFrom('messages')
      .select('id')
      .where('sealedSecrets', 'is not', null)
      .where('state', 'in', ['queued', 'held'])
      .execute();
    expect(waiting).toEqual([]);
  });

  it('client secrets of organisations’ logins have the new key, and managers are told to replace them', async () => {
    const { db, deps, tenantId, manager, end } = await aLeak();
    const facts = { issuer: 'https://login.example.com', clientId: 'kerb', managerValues: [], changedDate: realNow() };
    const sealedClientSecret = sealSecret(deps.secrets, tenantId, 'a client secret');
    const provider = { tenantId, ...facts, sealedClientSecret };
    await db
      .insertInto('loginProviders')
      .values({ ...provider, endedDate: realNow() })
      .execute();
    const { id } = await db.insertInto('loginProviders').values(provider).returning('id').executeTakeFirstOrThrow();
    const attempt = { stateHash: sha256('state'), browserHash: sha256('browser'), back: '/', loginProviderId: id };
    const sealedSecrets = deps.secrets.encrypt(Buffer.from('{}'));
    await db
      .insertInto('providerLogins')
      .values({ ...attempt, sealedSecrets, expiryDate: realNow() })
      .execute();

    expect((await end()).clientSecrets).toBe(1);
    const after = secretsFrom(Buffer.alloc(32, 9));
    const rows = await db.selectFrom('loginProviders').select('sealedClientSecret').execute();
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(after.decrypt(row.sealedClientSecret).toString()).toContain('a client secret');
    expect(await db.selectFrom('providerLogins').select('back').execute()).toEqual([]);
    const told = await db
      .selectFrom('messages')
      .select(['recipient', 'body'])
      .where('kind', '=', 'login-provider')
      .execute();
    expect(told.map(({ recipient }) => recipient)).toEqual([manager.emailAddress]);
    expect(told[0]?.body).toContain('Make a new client secret at your provider');
    const logged = await db
      .selectFrom('logEntries')
      .select('targetTenantId')
      .where('description', 'like', 'Secret of the login%')
      .execute();
    expect(logged).toEqual([{ targetTenantId: tenantId }]);
  });

  it('a Payment URL of the former key ends, its page says why, and the next one has the new key', async () => {
    const { stage, db, deps, end, sentLink } = await aLeak();
    const { id, payer, token } = await sentLink();
    expect((await aBrowser(stage).get(`/pay/${token}`)).statusCode).toBe(303);
    const ended = await end();
    expect(ended.paymentUrls).toBeGreaterThanOrEqual(1);
    Object.assign(deps, { secrets: replaced });
    const page = wordsOf(await aBrowser(stage).get(`/pay/${token}`));
    expect(page).toContain('To keep your details safe, we have ended all links that were sent before.');
    expect(page).toMatch(/Please ask .* to send you a new one\./);
    expect(page).toMatch(/or call us on/);
    const [record] = await payersOf(db, id);
    const again = { ...deps, secrets: replaced };
    const url = await inTransaction(again, byTheProduct, (work) =>
      linkForMail(work, { status: 'waiting-invite' }, record!),
    );
    expect(url).not.toContain(token);
    const row = await db.selectFrom('signatories').selectAll().where('id', '=', payer.id).executeTakeFirstOrThrow();
    expect([Math.floor(row.paymentLinkVersion / 100_000), row.paymentLinkEndedDate]).toEqual([
      replaced.keyNumber,
      null,
    ]);
    expect((await end()).paymentUrls).toBe(0);
  });
});
