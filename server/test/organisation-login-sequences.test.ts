import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from './browser.ts';
import { buildersFor } from './builders.ts';
import { startStage } from './harness.ts';
import { anOpenIdProvider, clientId, clientSecret } from './openid-provider.ts';

const stage = await startStage();
const { db } = stage;
const build = buildersFor(stage);
const idp = await anOpenIdProvider();
const password = 'correct horse battery';
afterAll(() => idp.stop());

type Visit = { who: number; means: 'provider' | 'password'; isEnded: boolean; works: () => Promise<boolean> };
const many = 3;
let serial = 0;

/** An organisation with its own login and three members, and what should be true of them. */
async function aWorld() {
  serial += 1;
  const domain = `sequence-${serial}.com.au`;
  const tenantId = await build.aTenant({ name: `Sequence ${serial}` });
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const admin = await build.aPerson('admin');
  const path = `/v1/tenants/${tenantId}`;
  const asManager = stage.as(manager.userId);
  const asAdmin = stage.as(admin.userId);
  const asSecondAdmin = stage.as((await build.aPerson('admin')).userId);
  const now = new Date().toISOString();
  await db
    .insertInto('loginDomains')
    .values({ tenantId, domain, token: 'token', provenDate: now, provenBy: 'dns' })
    .execute();
  await asManager('PUT', `${path}/login-provider`, { issuer: idp.issuer, clientId, clientSecret });
  expect((await asAdmin('PUT', `${path}/login-provider/confirmation`)).statusCode).toBe(200);
  const { id: providerId } = await db
    .selectFrom('loginProviders')
    .select('id')
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { token: directoryToken } = (await asManager('POST', `${path}/provisioning-tokens`)).json();
  const people = [];
  for (let index = 0; index < many; index += 1) {
    const person = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const email = `member-${index}@${domain}`;
    await db.updateTable('users').set({ emailAddress: email }).where('id', '=', person.userId).execute();
    await givePassword(stage, person.userId, password);
    people.push({ userId: person.userId, email, isMember: true });
  }
  return {
    domain,
    path,
    tenantId,
    providerId,
    directoryToken,
    asAdmin,
    asSecondAdmin,
    people,
    ...{ isRequired: false, visits: [] as Visit[] },
  };
}
type World = Awaited<ReturnType<typeof aWorld>>;
type Browser = ReturnType<typeof aBrowser>;

function remember(world: World, who: number, means: Visit['means'], browser: Browser, accessToken: string): void {
  const headers = { authorization: `Bearer ${accessToken}` };
  const works = async () => (await browser.get(`${world.path}/users`, headers)).statusCode === 200;
  world.visits.push({ who, means, isEnded: false, works });
}

const endVisits = (world: World, isMeant: (visit: Visit) => boolean) => {
  for (const visit of world.visits) if (isMeant(visit)) visit.isEnded = true;
};

const steps = {
  'log in by the provider': async (world: World, who: number) => {
    const { email, isMember } = world.people[who]!;
    const browser = aBrowser(stage);
    const page = await browser.submit('/login/organisation', { email, back: '/' });
    const address = String(page.headers.refresh).replace('0;url=', '');
    const callback = new URL(await idp.logIn(`${world.domain} ${who}`, { email, email_verified: true }, address));
    const landing = await browser.get(callback.pathname + callback.search);
    expect(landing.statusCode).toBe(isMember ? 303 : 403);
    if (isMember) remember(world, who, 'provider', browser, (await browser.exchange(landing)).accessToken);
  },
  'log in by password': async (world: World, who: number) => {
    const { userId, isMember } = world.people[who]!;
    const { logonIdentifier } = await db
      .selectFrom('credentials')
      .select('logonIdentifier')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    const browser = aBrowser(stage);
    const landing = await browser.logIn(logonIdentifier!, password);
    expect(landing.statusCode).toBe(isMember && world.isRequired ? 403 : 303);
    if (landing.statusCode === 303) {
      remember(world, who, 'password', browser, (await browser.exchange(landing)).accessToken);
    }
  },
  'remove from the team': async (world: World, who: number) => {
    const person = world.people[who]!;
    const { statusCode } = await world.asAdmin('DELETE', `${world.path}/users/${person.userId}`);
    expect(statusCode).toBe(person.isMember ? 204 : 404);
    person.isMember = false;
    endVisits(world, (visit) => visit.who === who && visit.means === 'provider');
  },
  'add again by an admin': async (world: World, who: number) => {
    const person = world.people[who]!;
    const body = { user: { href: `/v1/users/${person.userId}` }, tenantUserType: 'employee' };
    const { statusCode } = await world.asAdmin('POST', `${world.path}/users`, body);
    expect(statusCode < 300).toBe(!person.isMember);
    person.isMember = true;
  },
  'switch required': async (world: World) => {
    const isRequired = !world.isRequired;
    const path = `${world.path}/login-provider/required`;
    for (const admin of isRequired ? [world.asAdmin] : [world.asAdmin, world.asSecondAdmin]) {
      expect((await admin('PUT', path, { isRequired })).statusCode).toBe(200);
    }
    world.isRequired = isRequired;
    if (isRequired) endVisits(world, ({ who, means }) => means === 'password' && world.people[who]!.isMember);
  },
  'log out by the provider': async (world: World, who: number) => {
    const logout_token = await idp.logoutToken({ sub: `${world.domain} ${who}` });
    const path = `/login/organisation/${world.providerId}/logout`;
    expect((await aBrowser(stage).submit(path, { logout_token }, {})).statusCode).toBe(200);
    expect((await aBrowser(stage).submit(path, { logout_token }, {})).statusCode).toBe(400);
    endVisits(world, (visit) => visit.who === who && visit.means === 'provider');
  },
  'deactivate or activate by the directory': async (world: World, who: number) => {
    const person = world.people[who]!;
    const isActive = !person.isMember;
    const answer = await stage.app.inject({
      method: 'PATCH',
      url: `/scim/v2/Users/${person.userId}`,
      headers: { authorization: `Bearer ${world.directoryToken}`, 'content-type': 'application/scim+json' },
      payload: JSON.stringify({ Operations: [{ op: 'replace', path: 'active', value: isActive }] }),
    });
    // A member whom the directory never managed does not exist for it once they are removed.
    if (answer.statusCode === 404) return expect(person.isMember).toBe(false);
    expect([answer.statusCode, answer.json().active]).toEqual([200, isActive]);
    person.isMember = isActive;
    if (!isActive) endVisits(world, (visit) => visit.who === who);
  },
} satisfies Record<string, (world: World, who: number) => Promise<unknown>>;

const names = Object.keys(steps) as (keyof typeof steps)[];

describe('rights that change while people are logged in', () => {
  it('never work once they have ended, whatever happened', async () => {
    const step = fc.tuple(fc.constantFrom(...names), fc.integer({ min: 0, max: many - 1 }));
    const run = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (sequence) => {
      const world = await aWorld();
      for (const [name, who] of sequence) {
        await steps[name](world, who);
        for (const visit of world.visits) {
          const { isMember } = world.people[visit.who]!;
          const expected = !visit.isEnded && isMember && (visit.means === 'provider' || !world.isRequired);
          expect(await visit.works(), `${name} ${who}: ${visit.means} of ${visit.who}`).toBe(expected);
        }
      }
    });
    await fc.assert(run, { numRuns: 12 });
  }, 300_000);
});
