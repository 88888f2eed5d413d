import { fillSecrets } from '@kerb/domain/vocabulary/message-secrets.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword, locationOf, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

const stage = await startStage();
const { db, deps } = stage;
const build = buildersFor(stage);
const tenantId = await build.aTenant({ name: 'Harbour Estate' });
const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
const second = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
const admin = await build.aPerson('admin');

const tenant = { href: `/v1/tenants/${tenantId}` };
const password = 'correct horse battery';
let serial = 0;
const someone = (more: object = {}) => {
  serial += 1;
  return { tenant, firstName: 'Ivy', surname: `Ng ${serial}`, emailAddress: `ivy${serial}@example.com`, ...more };
};
const call = stage.as(manager.userId);
const invite = async (more: object = {}) => (await call('POST', '/v1/user-invitations', someone(more))).json();
const pending = async () => (await call('GET', `/v1/user-invitations?tenantId=${tenantId}`)).json();
const resend = (id: number) => call('POST', '/v1/resend-user-invitation', { userInvitationId: id });

const messageTo = (recipient: string) =>
  db.selectFrom('messages').selectAll().where('recipient', '=', recipient).orderBy('id', 'desc').executeTakeFirst();
async function linkSentTo(recipient: string): Promise<string> {
  const link = new URL(secretsOf(deps.secrets, (await messageTo(recipient))!.sealedSecrets)[0]!);
  return link.pathname + link.search;
}
const tokenIn = (link: string) => new URL(link, 'http://x').searchParams.get('token')!;
let network = 0;
const elsewhere = () => {
  network += 1;
  return aBrowser(stage, `203.0.113.${network}`);
};
const accept = (token: string, typed = password, browser = elsewhere()) =>
  browser.submit('/accept-invitation', { token, password: typed });
const logged = async (code: 'user_invite' | 'user_register' | 'user_perm_change') => {
  const target = code === 'user_register' ? null : tenantId;
  return (await openedLog({ db, deps })).filter(
    ({ activityCode, targetTenantId }) => activityCode === code && targetTenantId === target,
  );
};

describe('inviting someone', () => {
  it('sends them a link that is stored only as a hash, and lists them by first name until they accept', async () => {
    const before = (await pending()).totalItems;
    const made = await invite({ firstName: 'Zoe', mobilePhone: '0412 345 678', tenantUserType: 'manager' });
    expect(made).toMatchObject({ firstName: 'Zoe', mobilePhone: '+61412345678', isExpired: false, tenant });
    const other = await invite({ firstName: 'abe' });
    const { items, totalItems } = await pending();
    const both = items.filter(({ id }: { id: number }) => [made.id, other.id].includes(id));
    expect(both.map((item: { firstName: string }) => item.firstName)).toEqual(['abe', 'Zoe']);
    expect(totalItems).toBe(before + 2);

    const message = (await messageTo(made.emailAddress))!;
    expect(message).toMatchObject({ kind: 'team-invitation', audience: 'staff', state: 'queued' });
    expect(message.subject).toContain('invited you to Harbour Estate');
    expect(fillSecrets(message.body, secretsOf(deps.secrets, message.sealedSecrets))).toContain('/accept-invitation?');
    expect(message.body).not.toContain('token=');
    const row = await db
      .selectFrom('userInvitations')
      .select(['tokenHash', 'expiryDate'])
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(row.tokenHash.equals(sha256(tokenIn(await linkSentTo(made.emailAddress))))).toBe(true);
    expect(Date.parse(row.expiryDate) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect((await logged('user_invite')).at(-2)).toMatchObject({
      description: 'User invited',
      userId: manager.userId,
      logData: { emailAddress: made.emailAddress, tenantUserType: 'manager' },
    });
  });

  // biome-ignore format: a table
  it.each([
    ['firstName',    { firstName: ' ' },                  'isEmpty'],
    ['surname',      { surname: '' },                     'isEmpty'],
    ['emailAddress', { emailAddress: 'nobody' },          'notValid'],
    ['mobilePhone',  { mobilePhone: '12' },               'notValid'],
    ['mobilePhone',  { mobilePhone: '02 9374 4000' },     'notValid'],
    ['tenantUserType', { tenantUserType: 'owner' },       'notValid'],
    ['tenantUserType', { tenantUserType: 'none' },        'notValid'],
    ['profilePicture', { profilePicture: { href: '/v1/assets/999999' } }, 'notValid'],
    ['role',         { role: 'admin' },                   'unrecognized'],
    ['emailAddress', { emailAddress: manager.emailAddress.toUpperCase() }, 'conflictingValue'],
  ])('refuses invalid input with an error on %s: %o', async (field, change, type) => {
    const answer = await call('POST', '/v1/user-invitations', someone(change));
    expect([answer.statusCode, answer.json().validation[field]?.[0].type]).toEqual([400, type]);
  });

  it('accepts several at once, all or none, and names the invalid one', async () => {
    const three = [someone(), someone(), someone()].map(({ tenant: _, ...invitee }) => invitee);
    const before = (await pending()).totalItems;
    const bad = [three[0], { ...three[1], emailAddress: manager.emailAddress }, three[2]];
    const refused = await call('POST', '/v1/invite-team-members', { tenant, invitations: bad });
    expect(refused.json().validation['invitations.1.emailAddress'][0].message).toBe(
      'This person is a team member already.',
    );
    const twice = await call('POST', '/v1/invite-team-members', { tenant, invitations: [three[0], three[0]] });
    expect(Object.keys(twice.json().validation)).toEqual(['invitations.1.emailAddress']);
    expect((await pending()).totalItems).toBe(before);
    expect(await messageTo(three[0]!.emailAddress)).toBeUndefined();
    const answer = await call('POST', '/v1/invite-team-members', { tenant, invitations: three });
    expect([answer.statusCode, answer.json().totalItems, (await pending()).totalItems]).toEqual([201, 3, before + 3]);
  });

  it('succeeds once if two managers invite the same person at once', async () => {
    const person = someone();
    const answers = await Promise.all(
      [manager, second].map(({ userId }) => stage.as(userId)('POST', '/v1/user-invitations', person)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400]);
    const refused = answers.find(({ statusCode }) => statusCode === 400)!;
    expect(refused.json().validation.emailAddress[0].message).toContain('pending invitation');
  });

  it('is limited to five messages to one address in an hour', async () => {
    const { id } = await invite();
    for (let time = 0; time < 4; time += 1) expect((await resend(id)).statusCode).toBe(200);
    expect((await resend(id)).statusCode).toBe(429);
  });
});

describe('an employee', () => {
  it('is refused alike, whatever they are elsewhere', async () => {
    const other = await build.aTenant();
    const here = { tenantId, as: 'employee' } as const;
    const people = [
      await build.aPerson('tenant_user', here),
      await build.aPerson('tenant_user', here, { tenantId: other, as: 'manager' }),
    ];
    const { id } = await invite();
    for (const { userId } of people) {
      const ask = stage.as(userId);
      const answers = [
        await ask('GET', `/v1/user-invitations?tenantId=${tenantId}`),
        await ask('GET', `/v1/user-invitations/${id}`),
        await ask('DELETE', `/v1/user-invitations/${id}`),
        await ask('POST', '/v1/user-invitations', someone()),
        await ask('PUT', `/v1/tenants/${tenantId}/settings`, { websiteUrl: 'https://example.com' }),
        await ask('GET', `/v1/tenants/${tenantId}/webhooks`),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403]);
    }
    const stranger = await build.aPerson('tenant_user', { tenantId: other, as: 'manager' });
    const paths = [`/v1/user-invitations?tenantId=${tenantId}`, `/v1/user-invitations/${id}`];
    for (const path of paths) expect((await stage.as(stranger.userId)('GET', path)).statusCode).toBe(404);
  });
});

describe('a pending invitation', () => {
  it('can be changed, except its address', async () => {
    const made = await invite();
    const at = `/v1/user-invitations/${made.id}`;
    const saved = await call('PUT', at, { surname: 'Other', emailAddress: made.emailAddress, jobTitle: 'Agent' });
    expect(saved.json()).toMatchObject({ surname: 'Other', jobTitle: 'Agent', emailAddress: made.emailAddress });
    const moved = await call('PUT', at, { emailAddress: 'another@example.com' });
    expect(moved.json().validation.emailAddress[0].message).toContain('cannot be changed');
    expect((await logged('user_invite')).at(-1)!.description).toBe('Invitation changed');
  });

  it('gets a new link when it is sent again, and the earlier one stops working', async () => {
    const made = await invite();
    const old = tokenIn(await linkSentTo(made.emailAddress));
    await db
      .updateTable('userInvitations')
      .set({ expiryDate: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', made.id)
      .execute();
    expect((await call('GET', `/v1/user-invitations/${made.id}`)).json().isExpired).toBe(true);
    expect(wordsOf(await elsewhere().get(`/accept-invitation?token=${old}`))).toContain('no longer works');
    expect((await resend(made.id)).json().isExpired).toBe(false);
    expect((await elsewhere().get(`/accept-invitation?token=${old}`)).statusCode).toBe(404);
    const fresh = tokenIn(await linkSentTo(made.emailAddress));
    expect((await elsewhere().get(`/accept-invitation?token=${fresh}`)).statusCode).toBe(200);
  });

  it('is gone once revoked, also if two managers revoke it at once', async () => {
    const made = await invite();
    const answers = await Promise.all(
      [manager, second].map(({ userId }) => stage.as(userId)('DELETE', `/v1/user-invitations/${made.id}`)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
    expect((await accept(tokenIn(await linkSentTo(made.emailAddress)))).statusCode).toBe(404);
    expect((await resend(made.id)).statusCode).toBe(404);
    expect((await invite({ emailAddress: made.emailAddress })).id).toBeGreaterThan(made.id);
  });
});

describe('accepting an invitation', () => {
  it('sets a password, signs in, and joins the team as invited', async () => {
    const made = await invite({ tenantUserType: 'manager', receivesAllAgentNotices: true, mobilePhone: '0412345678' });
    const browser = elsewhere();
    const link = await linkSentTo(made.emailAddress);
    const page = await browser.get(link);
    expect(wordsOf(page)).toContain('Join Harbour Estate');
    expect(page.body).toMatch(/value="ivy\d+@example.com"[^>]+readonly/);
    const weak = await accept(tokenIn(link), 'short', browser);
    expect([weak.statusCode, wordsOf(weak)]).toEqual([400, expect.stringContaining('Use at least 10 characters.')]);
    const landing = await accept(tokenIn(link), password, browser);
    expect(locationOf(landing).pathname).toBe(`/agencies/${tenantId}/applications`);
    const session = (await browser.session(await browser.exchange(landing))).json();
    expect(session).toMatchObject({ role: 'tenant_user', memberships: [{ tenantId, tenantUserType: 'manager' }] });
    const team = (await call('GET', `/v1/tenants/${tenantId}/users`)).json().items;
    expect(team.find((member: { userId: number }) => member.userId === session.userId)).toMatchObject({
      emailAddress: made.emailAddress,
      mobilePhone: '+61412345678',
      receivesAllAgentNotices: true,
    });
    expect((await pending()).items.map((item: { id: number }) => item.id)).not.toContain(made.id);
    expect((await logged('user_register')).at(-1)).toBeDefined();
    expect((await accept(tokenIn(link))).statusCode).toBe(404);
  });

  it('adds the organisation to an existing account, and keeps its password', async () => {
    const elsewhereTenant = await build.aTenant();
    const person = await build.aPerson('tenant_user', { tenantId: elsewhereTenant, as: 'employee' });
    await givePassword(stage, person.userId, password);
    await invite({ emailAddress: person.emailAddress.toUpperCase() });
    const link = await linkSentTo(person.emailAddress.toUpperCase());
    const browser = elsewhere();
    const page = await browser.get(link);
    expect(page.body).not.toContain('type="password"');
    const landing = await browser.submit('/accept-invitation', { token: tokenIn(link) });
    expect(String(landing.headers.location)).toBe(`/login?back=%2Fagencies%2F${tenantId}%2Fapplications`);
    const tokens = await browser.exchange(await browser.logIn(person.emailAddress, password));
    const { memberships } = (await browser.session(tokens)).json();
    expect(memberships.map((own: { tenantId: number }) => own.tenantId).sort()).toEqual([tenantId, elsewhereTenant]);
  });

  it('signs out anyone else in the browser, so that nobody joins in another’s name', async () => {
    const person = await build.aPerson('tenant_user');
    const other = await build.aPerson('tenant_user');
    for (const { userId } of [person, other]) await givePassword(stage, userId, password);
    await invite({ emailAddress: person.emailAddress });
    const browser = elsewhere();
    await browser.logIn(other.emailAddress, password);
    await browser.submit('/accept-invitation', { token: tokenIn(await linkSentTo(person.emailAddress)) });
    expect((await browser.get('/login')).statusCode).toBe(200);
  });

  it('makes a payer a team member, and does not change an admin', async () => {
    const payer = await build.aPerson('vendor');
    await invite({ emailAddress: payer.emailAddress });
    await accept(tokenIn(await linkSentTo(payer.emailAddress)));
    const roles = async (userId: number) =>
      (await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow()).role;
    expect(await roles(payer.userId)).toBe('tenant_user');
    await givePassword(stage, admin.userId, password);
    await invite({ emailAddress: admin.emailAddress });
    await elsewhere().submit('/accept-invitation', { token: tokenIn(await linkSentTo(admin.emailAddress)) });
    expect(await roles(admin.userId)).toBe('admin');
  });

  it('happens once, however many browsers send the link at once', async () => {
    const made = await invite();
    const token = tokenIn(await linkSentTo(made.emailAddress));
    const answers = await Promise.all([1, 2, 3].map(() => accept(token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 404, 404]);
  });

  it('is refused for a disabled account, from another site, and after too many guesses', async () => {
    const person = await build.aPerson('tenant_user');
    await invite({ emailAddress: person.emailAddress });
    const token = tokenIn(await linkSentTo(person.emailAddress));
    const foreign = await elsewhere().submit(
      '/accept-invitation',
      { token, password },
      { origin: 'https://evil.test' },
    );
    expect(foreign.statusCode).toBe(403);
    await stage.as(admin.userId)('PUT', `/v1/users/${person.userId}`, { disabled: true });
    expect((await accept(token)).statusCode).toBe(404);
    const guesser = elsewhere();
    const guesses = [];
    for (let time = 0; time < 61; time += 1) guesses.push(await guesser.get(`/accept-invitation?token=guess${time}`));
    expect(guesses.at(-1)!.statusCode).toBe(429);
  });
});
