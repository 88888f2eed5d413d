import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;
let agent: Person;
let keen: Person;
let bookkeeper: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
});

// Each test has its own organisation, because it changes the flags of its members.
beforeEach(async () => {
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  keen = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  bookkeeper = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
});

const flag = (person: Person, body: object) =>
  stage.as(manager.userId)('PUT', `/v1/tenants/${tenantId}/users/${person.userId}`, body);

async function notifiedOn(status: AgreementStatus, by: Person): Promise<string[]> {
  const { id } = await build.aCampaign(agent, tenantId, { status: 'waiting-invite' });
  await stage.as(by.userId)('POST', `/v1/agreements/${id}/set-status`, { status });
  const rows = await stage.db
    .selectFrom('messages')
    .select(['recipient', 'body'])
    .where('agreementId', '=', id)
    .where('kind', '=', 'campaign-notice')
    .orderBy('id')
    .execute();
  for (const { body } of rows) expect(body).toContain(`/agencies/${tenantId}/applications/${id}`);
  return rows.map(({ recipient }) => recipient);
}

describe('the notices about an organisation’s campaigns', () => {
  it('go to the campaign’s agent if no member’s flags ask for more', async () => {
    expect(await notifiedOn('approved', admin)).toEqual([agent.emailAddress]);
  });

  it('follow each member’s flags', async () => {
    await flag(keen, { receivesAllAgentNotices: true });
    await flag(bookkeeper, { receivesBillingEmailNotices: true });
    expect(await notifiedOn('approved', admin)).toEqual([agent.emailAddress, keen.emailAddress]);
    const everyone = [agent, keen, bookkeeper].map(({ emailAddress }) => emailAddress);
    expect(await notifiedOn('complete', admin)).toEqual(everyone);
    await flag(keen, { receivesAllAgentNotices: false });
    expect(await notifiedOn('approved', admin)).toEqual([agent.emailAddress]);
  });

  it('do not go to the person who made the change, nor to removed or disabled members', async () => {
    expect(await notifiedOn('cancelled', agent)).toEqual([]);
    await flag(bookkeeper, { tenantUserType: 'none' });
    expect(await notifiedOn('complete', admin)).toEqual([agent.emailAddress]);
  });
});
