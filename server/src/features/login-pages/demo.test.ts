import { describe, expect, it } from 'vitest';
import { aBrowser, givePassword, locationOf, wordsOf } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { startStage } from '../../../test/harness.ts';
import { productionEnv } from '../../../test/production.ts';

const password = 'correct horse battery';

async function startWithPeople(env: Record<string, string> = {}) {
  const stage = await startStage({ env });
  const build = buildersFor(stage);
  const tenantId = await build.aTenant({ name: 'Harbour & Sons' });
  const people = {
    admin: await build.aPerson('admin'),
    manager: await build.aPerson('tenant_user', { tenantId, as: 'manager' }),
    employee: await build.aPerson('tenant_user', { tenantId, as: 'employee' }),
    vendor: await build.aPerson('vendor'),
  };
  for (const { userId } of Object.values(people)) await givePassword(stage, userId, password);
  const invited = await build.aPerson('admin');
  return { stage, people, invited };
}

const sandbox = await startWithPeople();

describe('the demo users of a sandbox', () => {
  it('are listed on the login page by role, with their organisation, and so is the link to the outbox', async () => {
    const page = await aBrowser(sandbox.stage).get('/login');
    const { admin, manager, employee, vendor } = sandbox.people;
    expect(wordsOf(page)).toMatch(
      new RegExp(
        `Administrators .*${admin.displayName} Administrator .*Managers .*${manager.displayName} Manager · Harbour &amp; Sons` +
          ` .*Employees .*${employee.displayName} Employee · Harbour &amp; Sons .*Vendors .*${vendor.displayName} Vendor`,
      ),
    );
    expect(page.body).toContain('href="/sandbox/outbox"');
  });

  it('are those with a logon at example.com, and nobody else', async () => {
    const { stage, invited, people } = sandbox;
    expect(wordsOf(await aBrowser(stage).get('/login'))).not.toContain(invited.displayName);
    const real = await buildersFor(stage).aPerson('admin');
    await givePassword(stage, real.userId, password);
    await stage.db
      .updateTable('users')
      .set({ emailAddress: 'real@agency.test' })
      .where('id', '=', real.userId)
      .execute();
    for (const userId of [String(real.userId), String(invited.userId), '0', '', 'x', '99999999999999999999']) {
      expect((await aBrowser(stage).submit('/login/demo', { userId, back: '/' })).statusCode).toBe(404);
    }
    expect(
      (await aBrowser(stage).submit('/login/demo', { userId: String(people.vendor.userId), back: '/' })).statusCode,
    ).toBe(303);
  });

  it('are signed in with one click, with their own rights', async () => {
    const browser = aBrowser(sandbox.stage);
    const { manager } = sandbox.people;
    const landing = await browser.submit('/login/demo', {
      userId: String(manager.userId),
      back: '/agencies/dashboard',
    });
    expect(locationOf(landing).pathname).toBe('/agencies/dashboard');
    const session = (await browser.session(await browser.exchange(landing))).json();
    expect(session).toMatchObject({ userId: manager.userId, role: 'tenant_user' });
  });

  it('are neither listed nor signed in outside a sandbox', async () => {
    const { stage, people } = await startWithPeople(productionEnv);
    const page = await aBrowser(stage).get('/login');
    expect(page.statusCode).toBe(200);
    expect(wordsOf(page)).not.toContain(people.admin.displayName);
    expect(page.body).not.toContain('sandbox');
    const answer = await aBrowser(stage).submit('/login/demo', { userId: String(people.admin.userId), back: '/' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});
