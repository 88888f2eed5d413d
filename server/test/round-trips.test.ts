import { viewAsHeader } from '@kerb/domain/session/view-as.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from './builders.ts';
import { clientsOn } from './clients.ts';
import { type Stage, startStage } from './harness.ts';
import { everyStatement, type Statement } from './record-statements.ts';
import { asOwner, onPostgres } from './test-database.ts';

let stage: Stage;
let tenantId: number;
let campaign: Awaited<ReturnType<ReturnType<typeof buildersFor>['aCampaign']>>;
let people: Record<Who, Person>;
let callers: Record<Who | 'payer' | 'payerByLink' | 'program', (url: string) => Promise<{ statusCode: number }>>;

type Who = 'admin' | 'manager' | 'agent';
type Caller = Who | 'payer' | 'payerByLink' | 'program';

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenantId = await build.aTenant();
  people = {
    admin: await build.aPerson('admin'),
    manager: await build.aPerson('tenant_user', { tenantId, as: 'manager' }),
    agent: await build.aPerson('tenant_user', { tenantId, as: 'employee' }),
  };
  await build.aCampaign(people.agent, tenantId);
  campaign = await build.aCampaign(people.agent, tenantId, { status: 'waiting-invite' });
  const payer = campaign.payers[0]!;
  const clients = clientsOn(stage);
  const program = clients.withToken(await clients.tokenOf(await clients.aClient(people.manager.userId, tenantId)));
  const link = clients.withToken(
    await stage.accessTokenFor(payer.userId, { agreementId: campaign.id, signatoryId: payer.id }),
  );
  const as = (userId: number) => (url: string) => stage.as(userId)('GET', url);
  callers = {
    admin: as(people.admin.userId),
    manager: as(people.manager.userId),
    agent: as(people.agent.userId),
    payer: as(payer.userId),
    payerByLink: (url) => link('GET', url),
    program: (url) => program('GET', url),
  };
});

/** Who calls, the path, and the most round trips with the authentication. */
// biome-ignore format: a table
const limits: [Caller, string, number][] = [
  ['admin',       '/v1/agreements',                                     2],
  ['admin',       '/v1/agreements?status=draft,waiting-invite&page=2&perPage=1', 2],
  ['admin',       '/v1/agreements?sortBy=sentDate',                     2],
  ['admin',       '/v1/agreements?tenantId={tenant}',                   2],
  ['admin',       '/v1/agreements?actionSuggested=1',                   2],
  ['manager',     '/v1/agreements',                                     2],
  ['manager',     '/v1/agreements?textQuery=wattle',                    2],
  ['agent',       '/v1/agreements',                                     2],
  ['payer',       '/v1/agreements',                                     2],
  ['payerByLink', '/v1/agreements',                                     2],
  ['program',     '/v1/agreements',                                     2],
  // The sample of the words decides how they are searched.
  ['admin',       '/v1/agreements?textQuery=wattle',                    3],
  ['admin',       '/v1/agreements/{campaign}',                          2],
  ['manager',     '/v1/agreements/{campaign}',                          2],
  ['payerByLink', '/v1/agreements/{campaign}',                          2],
  ['program',     '/v1/agreements/{campaign}',                          2],
  ['manager',     '/v2/campaigns/{campaign}',                           3],
  ['payerByLink', '/v2/campaigns/{campaign}',                           3],
  ['payerByLink', '/v1/agreements/{campaign}/checkout',                21],
  ['admin',       '/v1/session',                                        2],
  ['manager',     '/v1/session',                                        2],
  ['payerByLink', '/v1/session',                                        2],
  ['program',     '/v1/session',                                        2],
  ['admin',       '/v1/log-entries',                                    2],
  ['admin',       '/v1/log-entries?targetAgreementId={campaign}',       2],
  ['admin',       '/v1/users',                                          2],
  ['admin',       '/v1/properties',                                     2],
  ['admin',       '/v1/batch-payments',                                 2],
  ['admin',       '/v1/message-templates',                              2],
  ['admin',       '/v1/tenants',                                        3],
];

/** Who saves, the change, and the most round trips with the authentication, the transaction's begin and its commit. */
// biome-ignore format: a table
const saves: [Who, object, number][] = [
  ['admin',   { nextActionDate: '2027-01-04' },             8],
  // Notes are personal: their key is read.
  ['admin',   { campaignNotes: 'Called.' },                 9],
  ['manager', { agentNotes: 'Called.' },                    9],
  ['agent',   { agentNotes: 'Called again.' },              9],
  // Signatures and money may follow these.
  ['manager', { campaignBudget: 4_300 },                    10],
  ['manager', { soldPrice: 900_000 },                       10],
  ['manager', { campaignPlannedStartDate: '2026-12-02' },   10],
];

/** Each statement in one line, so that a failing test shows what was sent. */
const shown = (statements: readonly Statement[]): string =>
  statements.map(({ text }, place) => `${place + 1}. ${text.replaceAll(/\s+/g, ' ').trim()}`).join('\n');

/** The second of two equal requests: the first also reads the key of the token, which a server keeps for a minute. */
async function statementsOf(caller: Caller, url: string): Promise<Statement[]> {
  const call = async () => expect((await callers[caller](url)).statusCode, url).toBe(200);
  await call();
  return everyStatement(call);
}

async function save(who: Who, id: number, change: object): Promise<void> {
  const answer = await stage.as(people[who].userId)('PUT', `/v1/agreements/${id}`, change);
  expect(answer.statusCode, answer.body).toBe(200);
}

const pathOf = (path: string): string =>
  path.replace('{tenant}', String(tenantId)).replace('{campaign}', String(campaign.id));

describe('the round trips of a request to the database, with its authentication', () => {
  it.each(limits)('%s: GET %s makes at most %i', async (caller, path, most) => {
    const statements = await statementsOf(caller, pathOf(path));
    expect(statements.length, shown(statements)).toBeLessThanOrEqual(most);
  });

  it.each(saves)('%s: PUT %j makes at most %i', async (who, change, most) => {
    const { id } = await buildersFor(stage).aCampaign(people.agent, tenantId);
    // The first request also reads the key of the token.
    await save(who, id, {});
    const statements = await everyStatement(() => save(who, id, change));
    expect(statements.length, shown(statements)).toBeLessThanOrEqual(most);
  });

  it.each(['user', 'manager', 'vendor'] as const)(
    'are two for a list of an admin who impersonates: %s',
    async (kind) => {
      const ids = { user: people.manager.userId, manager: tenantId, vendor: campaign.id };
      const headers = { [viewAsHeader]: `${kind}:${ids[kind]}` };
      const list = async () => {
        const answer = await stage.as(people.admin.userId)('GET', '/v1/agreements', undefined, headers);
        expect(answer.statusCode).toBe(200);
      };
      await list();
      const statements = await everyStatement(list);
      expect(statements.length, shown(statements)).toBe(2);
    },
  );

  it('are not more after a migration has added a column to each table', async () => {
    // The embedded engine keeps the plans of all statements, and migrates before it answers.
    if (!onPostgres) return;
    const connections = stage.database.pool.totalCount;
    for (const [caller, path] of limits) await statementsOf(caller, pathOf(path));
    const build = buildersFor(stage);
    const [before, after] = [
      await build.aCampaign(people.agent, tenantId),
      await build.aCampaign(people.agent, tenantId),
    ];
    for (const [who, change] of saves) await save(who, before.id, change);
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
      stage.db,
    );
    await asOwner(stage.db, async (tx) => {
      for (const { name } of tables) await sql`alter table ${sql.table(name)} add column added integer`.execute(tx);
    });
    expect(stage.database.pool.totalCount).toBe(connections);
    // Each request is the first of its kind on a connection that has kept the plan of before.
    for (const [caller, path, most] of limits) {
      const call = async () => expect((await callers[caller](pathOf(path))).statusCode, path).toBe(200);
      const statements = await everyStatement(call);
      expect(statements.length, shown(statements)).toBeLessThanOrEqual(most);
    }
    // Within a transaction no statement can be repeated: a plan that was refused would refuse the save.
    for (const [who, change] of saves) await save(who, after.id, change);
  });
});
