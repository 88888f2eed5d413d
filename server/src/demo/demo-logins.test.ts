import { demoPassword } from '@kerb/domain/sandbox/demo-password.ts';
import { addOrganisationsAndPeople } from '@kerb/server/demo/add-organisations-and-people.ts';
import { addPasskeys } from '@kerb/server/demo/add-passkeys.ts';
import { addSignIns } from '@kerb/server/demo/add-sign-ins.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { setUpLogin } from '@kerb/server/demo/set-up-login.ts';
import { hashPassword } from '@kerb/server/platform/auth/password.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, wordsOf } from '../../test/browser.ts';
import { type Stage, startStage } from '../../test/harness.ts';

let stage: Stage;
let records: DemoRecords;
beforeAll(async () => {
  stage = await startStage();
  const passwordHash = await hashPassword(demoPassword);
  await inTransaction(stage.deps, byTheProduct, async (work) => {
    records = await addOrganisationsAndPeople(work, passwordHash);
    await addPasskeys(work, records);
    await setUpLogin(work, records);
    await addSignIns(work, records);
  });
});

const as = (email: string) => stage.as(records.actors.get(email)!.userId);

describe('logins of the demo data', () => {
  it('have one organisation whose own login is in use, and one whose login waits for an admin', async () => {
    const { finance, ranges } = records.tenantIds;
    const stateOf = async (tenantId: number) => {
      const { provider, domains } = (
        await as('admin@example.com')('GET', `/v1/tenants/${tenantId}/login-provider`)
      ).json();
      return [provider.issuer, provider.isRequired, provider.confirmedDate !== null, domains[0].provenDate !== null];
    };
    expect(await stateOf(finance)).toEqual(['https://login.lending.example', false, true, true]);
    expect(await stateOf(ranges)).toEqual(['https://login.ranges.example', false, false, true]);
    const tokens = (await as('lender@example.com')('GET', `/v1/tenants/${finance}/provisioning-tokens`)).json();
    expect(tokens.items).toHaveLength(1);
  });

  it('list a manager’s browsers by names that people know, and tell of one that is new', async () => {
    const { items } = (await as('manager@example.com')('GET', '/v1/account/sign-ins')).json();
    const names = items.map(({ device }: { device: string }) => device);
    expect(names).toEqual(expect.arrayContaining(['Chrome on Mac', 'Safari on iPhone', 'Edge on Windows']));
    const { userId } = records.actors.get('manager@example.com')!;
    const told = await stage.db.selectFrom('messages').select('subject').where('userId', '=', userId).execute();
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining('Edge on Windows')]);
  });

  it('list passkeys of one person, whom the password alone does not log in', async () => {
    const { items } = (await as('lender@example.com')('GET', '/v1/account/passkeys')).json();
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Security key in the drawer', 'iPhone']);
    const { secondFactor } = (await as('lender@example.com')('GET', '/v1/account')).json();
    expect(secondFactor).toMatchObject({ isOn: true, hasApp: false, passkeys: 2 });
    const page = await aBrowser(stage).logIn('lender@example.com', demoPassword);
    expect(wordsOf(page)).toContain('One more step');
  });
});
