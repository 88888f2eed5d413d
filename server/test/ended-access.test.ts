import { viewAsHeader } from '@kerb/domain/session/view-as.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from './builders.ts';
import { clientsOn } from './clients.ts';
import { type Stage, startStage } from './harness.ts';

type Call = (url: string) => Promise<{ statusCode: number; json: () => { items: unknown[] } }>;

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let clients: ReturnType<typeof clientsOn>;
let tenantId: number;
let manager: Person;
let campaignId: number;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  clients = clientsOn(stage);
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  campaignId = (await build.aCampaign(manager, tenantId)).id;
});

const statuses = async (call: Call): Promise<number[]> => {
  const answers: number[] = [];
  for (const url of ['/v1/agreements', `/v1/agreements/${campaignId}`, '/v1/session']) {
    answers.push((await call(url)).statusCode);
  }
  return answers;
};
/** Several requests, so that a connection has the plans of their statements. */
async function expectAccess(call: Call): Promise<void> {
  for (let n = 0; n < 6; n += 1) expect(await statuses(call)).toEqual([200, 200, 200]);
}
const refused = [401, 401, 401];

const as =
  ({ userId }: Person, headers?: Record<string, string>): Call =>
  (url) =>
    stage.as(userId)('GET', url, undefined, headers);
const disable = ({ userId }: Person) =>
  stage.db.updateTable('users').set({ disabledDate: stage.deps.clock.now() }).where('id', '=', userId).execute();
const leave = ({ userId }: Person) => stage.db.deleteFrom('tenantUsers').where('userId', '=', userId).execute();

describe('the request after a sign-in has ended', () => {
  it('is refused, whether it was ended or the person disabled', async () => {
    for (const end of [({ userId }: Person) => endSignInsOfUser(stage.db, userId), disable]) {
      const person = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
      await expectAccess(as(person));
      await end(person);
      expect(await statuses(as(person))).toEqual(refused);
    }
  });

  it('finds nothing of an organisation that the person has left', async () => {
    const person = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    await expectAccess(as(person));
    await leave(person);
    expect((await as(person)('/v1/agreements')).json().items).toEqual([]);
    expect((await as(person)(`/v1/agreements/${campaignId}`)).statusCode).toBe(404);
  });
});

describe('the request after an impersonation has ended', () => {
  const impersonating = async () => {
    const admin = await build.aPerson('admin');
    const person = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const call = as(admin, { [viewAsHeader]: `user:${person.userId}` });
    await expectAccess(call);
    return { admin, person, call };
  };

  it("is refused if the admin's sign-in has ended", async () => {
    const { admin, call } = await impersonating();
    await endSignInsOfUser(stage.db, admin.userId);
    expect(await statuses(call)).toEqual(refused);
  });

  it('is refused if the admin is no admin any more', async () => {
    const { admin, call } = await impersonating();
    await stage.db.updateTable('users').set({ role: 'tenant_user' }).where('id', '=', admin.userId).execute();
    expect(await statuses(call)).toEqual([403, 403, 403]);
  });

  it('is refused if the person was disabled, and finds nothing if the person has left', async () => {
    const { person, call } = await impersonating();
    await leave(person);
    expect((await call('/v1/agreements')).json().items).toEqual([]);
    await disable(person);
    expect(await statuses(call)).toEqual([400, 400, 400]);
  });

  it("is the admin's own without the header", async () => {
    const otherTenant = await build.aTenant();
    const other = await build.aPerson('tenant_user', { tenantId: otherTenant, as: 'manager' });
    const { admin } = await impersonating();
    const foreign = as(admin, { [viewAsHeader]: `user:${other.userId}` });
    const one = `/v1/agreements/${campaignId}`;
    expect([(await foreign(one)).statusCode, (await as(admin)(one)).statusCode]).toEqual([404, 200]);
    expect((await foreign(one)).statusCode).toBe(404);
  });
});

describe('the request after a program has lost its access', () => {
  const program = async () => {
    const made = await clients.aClient(manager.userId, tenantId);
    const withToken = clients.withToken(await clients.tokenOf(made));
    const call: Call = (url) => withToken('GET', url);
    await expectAccess(call);
    return { made, call };
  };

  it('is refused if its access or its secret was ended', async () => {
    for (const pathOf of [
      ({ id }: { id: number }) => `/v1/service-identities/${id}`,
      ({ credentials: [secret] }: { credentials: { id: number }[] }) => `/v1/service-credentials/${secret?.id}`,
    ]) {
      const { made, call } = await program();
      expect((await stage.as(manager.userId)('DELETE', pathOf(made))).statusCode).toBeLessThan(300);
      expect(await statuses(call)).toEqual(refused);
    }
  });

  it('is refused if it has lost the scope', async () => {
    const { made, call } = await program();
    const path = `/v1/service-identities/${made.id}`;
    const saved = await stage.as(manager.userId)('PUT', path, { scopes: ['webhooks'] });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await call('/v1/agreements')).statusCode).toBe(403);
  });
});
