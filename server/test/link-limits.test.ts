import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { limits } from '@kerb/server/platform/limits/throttle.ts';
import { lanes, ownerOf, ownerOfSignIn, queueOwnerOf, signingOwner } from '@kerb/server/platform/queues/lanes.ts';
import { accountOfUser } from '@kerb/server/platform/security/refusals.ts';
import { flushEvents } from '@kerb/server/platform/security/security-events.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aBrowser } from './browser.ts';
import { aForm } from './multipart.ts';
import { startSigningFixture } from './signing-fixture.ts';

const { stage, build, tenantId, manager, admin } = await startSigningFixture();

beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
});

/** A browser that has opened the link of a payer with the admin's e-mail address. A manager can make such a payer. */
async function linkWithAddressOfAdmin() {
  const payers = [{ ...build.aPayer(), emailAddress: admin.emailAddress }];
  const { id, payers: rows } = await build.aCampaign(manager, tenantId, { payers, status: 'waiting-invite' });
  const [payer] = rows;
  expect(payer!.userId).toBe(admin.userId);
  const path = `/v2/campaigns/${id}/vendors/${payer!.id}/payment-url`;
  const { paymentUrl } = (await stage.as(manager.userId)('POST', path, { for: 'copy' })).json();
  const browser = aBrowser(stage);
  const tokens = await browser.exchange(await browser.get(new URL(paymentUrl).pathname));
  return { id, payer: payer!, browser, tokens, headers: { authorization: `Bearer ${tokens.accessToken}` } };
}

const upload = () =>
  aForm(
    { name: 'tenantId', value: String(tenantId) },
    { name: 'asset', value: Buffer.from('%PDF-1.4\n%%EOF'), fileName: 'plan.pdf' },
  );

describe('the link of a payer with an admin’s address', () => {
  it('leaves the admin’s requests alone, however many of its own arrive slowly', { timeout: 20_000 }, async () => {
    const { id, headers } = await linkWithAddressOfAdmin();
    const bodies = Array.from({ length: 10 }, () => new PassThrough());
    const slow = bodies.map((payload) =>
      stage.app.inject({
        method: 'POST',
        url: `/v1/agreements/${id}/choose-option`,
        headers: { ...headers, 'content-type': 'application/json' },
        payload,
      }),
    );
    await vi.waitFor(() => expect(lanes.requests.waiting()).toBe(4), { timeout: 5_000 });
    const asked = stage.as(admin.userId)('GET', '/v1/session');
    const first = await Promise.race([asked.then(({ statusCode }) => statusCode), setTimeout(5_000, 'waits')]);
    for (const body of bodies) body.end('{}');
    await Promise.all(slow);
    expect(first).toBe(200);
  });

  it('keeps its turns after its tokens were refreshed', async () => {
    const { payer, browser, tokens } = await linkWithAddressOfAdmin();
    const run = vi.spyOn(lanes.requests, 'run');
    const { refreshToken } = tokens;
    const renewed = (await browser.call('/v1/session/refresh', { refreshToken })).json();
    expect((await browser.session(renewed)).statusCode).toBe(200);
    expect(run.mock.calls.at(-1)?.[0]).toBe(`payer ${payer.id}`);
    run.mockRestore();
  });

  it('uses up its own limits, not the admin’s', async () => {
    const { headers } = await linkWithAddressOfAdmin();
    const byLink = () => {
      const form = upload();
      const url = '/v1/assets';
      return stage.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } });
    };
    await byLink();
    await stage.db.updateTable('throttles').set({ count: limits.uploadPerPerson.most }).execute();
    expect((await byLink()).statusCode).toBe(429);
    const { payload, headers: ofForm } = upload();
    expect((await stage.as(admin.userId)('POST', '/v1/assets', payload, ofForm)).statusCode).not.toBe(429);
  });

  it('is named in the security report, and the admin is not', async () => {
    const { payer, headers } = await linkWithAddressOfAdmin();
    await flushEvents(stage.deps);
    const before = await stage.db.selectFrom('securityEvents').select('id').orderBy('id', 'desc').executeTakeFirst();
    expect((await stage.app.inject({ method: 'GET', url: '/v1/users', headers })).statusCode).toBe(403);
    await flushEvents(stage.deps);
    const events = await stage.db
      .selectFrom('securityEvents')
      .select(['kind', 'means', 'accountHash'])
      .where('id', '>', before?.id ?? 0)
      .execute();
    const markOf = (account: string) => stage.deps.secrets.deriveEach('events', account)[0];
    expect(events.map(({ accountHash, ...event }) => ({ ...event, mark: accountHash?.toString('base64url') }))).toEqual(
      [{ kind: 'forbidden', means: 'Payment URL', mark: markOf(`payer ${payer.id}`) }],
    );
    expect(markOf(`payer ${payer.id}`)).not.toBe(markOf(accountOfUser(admin.userId)));
  });
});

describe('the links of one organisation', () => {
  it('count together where documents are drawn, and each of them alone elsewhere', async () => {
    const run = vi.spyOn(lanes.drawing, 'run');
    const owners = [];
    for (let link = 0; link < 2; link += 1) {
      const { id, payer, headers } = await linkWithAddressOfAdmin();
      await stage.as(admin.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
      const url = `/loan/${id}/download-loan-agreement`;
      await stage.app.inject({ method: 'GET', url, headers });
      owners.push(run.mock.calls.at(-1)?.[0]);
      expect(owners.at(-1)).toEqual({ owner: `payer ${payer.id}`, group: `links of organisation ${tenantId}` });
    }
    run.mockRestore();
  });

  it('leave an account, a team member’s link and a signature alone', () => {
    const base = { id: 1, provedDate: null, isUnlocked: false, isFromMailbox: false };
    const actor = { userId: 5, displayName: 'Kim', role: 'vendor' as const, memberships: [], signIn: base };
    const link = { ...actor, signIn: { ...base, signatoryId: 12, tenantId: 3 } };
    expect(queueOwnerOf(link)).toEqual({ owner: 'payer 12', group: 'links of organisation 3' });
    expect(queueOwnerOf(actor)).toBe('user 5');
    const openedBy = { userId: 7, displayName: 'Mia' };
    expect(queueOwnerOf({ ...link, signIn: { ...link.signIn, openedBy } })).toBe('user 7');
    expect(queueOwnerOf({ ...link, viewedBy: { userId: 9, displayName: 'Alex', changesAreOn: false } })).toBe('user 9');
    expect(signingOwner(link)).toBe('payer 12, signing');
  });
});

describe('whose queue a sign-in waits in', () => {
  // biome-ignore format: a table
  it.each([
    ['an account',                       { userId: 5, signatoryId: null, openedByUserId: null }, 'user 5'],
    ['a Payment URL',                    { userId: 5, signatoryId: 12,   openedByUserId: null }, 'payer 12'],
    ['a Payment URL that a member opened', { userId: 5, signatoryId: 12, openedByUserId: 7 },    'user 7'],
  ])('%s', (_of, signIn, owner) => {
    expect(ownerOfSignIn(signIn)).toBe(owner);
    const { userId, signatoryId, openedByUserId } = signIn;
    const base = { id: 1, provedDate: null, isUnlocked: false, isFromMailbox: false };
    const actor = {
      ...{ userId, displayName: 'Kim', role: 'vendor' as const, memberships: [] },
      signIn: {
        ...base,
        ...(signatoryId !== null && { signatoryId }),
        ...(openedByUserId !== null && { openedBy: { userId: openedByUserId, displayName: 'Mia' } }),
      },
    };
    expect(ownerOf(actor)).toBe(owner);
    const viewedBy = { userId: 9, displayName: 'Alex', changesAreOn: false };
    expect(ownerOf({ ...actor, viewedBy })).toBe('user 9');
  });
});
