import { randomUUID } from 'node:crypto';
import { mostBulkRows } from '@kerb/domain/agreements/bulk.contract.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;
let agent: Person;
let colleague: Person;
let stranger: Person;
beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  const otherTenantId = await build.aTenant();
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  stranger = await build.aPerson('tenant_user', { tenantId: otherTenantId, as: 'manager' });
});
beforeEach(async () => {
  await stage.deps.clock.move(stage.db, 0);
});

type Row = { id: number; outcome: string; message: string; version: number | null; agentUser?: object | null };
type Headers = Record<string, string>;

const send = (who: Person, action: string, body: object, headers?: Headers) =>
  stage.as(who.userId)('POST', `/v1/bulk/${action}`, body, headers);
async function rowsOf(who: Person, action: string, body: object): Promise<Row[]> {
  const answer = await send(who, action, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items;
}
const linkTo = ({ userId }: Person) => ({ href: `/v1/users/${userId}` });
const aCampaign = async (by: Person = agent) => (await build.aCampaign(by, tenantId)).id;
const read = async (id: number) => (await stage.as(admin.userId)('GET', `/v1/agreements/${id}`)).json();
const entriesOf = async (id: number) =>
  (await openedLog(stage)).filter(({ targetAgreementId }) => targetAgreementId === id);

async function aSent(): Promise<number> {
  const id = await aCampaign();
  expect((await stage.as(agent.userId)('POST', `/v2/campaigns/${id}/send-campaign`, {})).statusCode).toBe(200);
  return id;
}
const remindersOf = (id: number) =>
  stage.db
    .selectFrom('messages')
    .select('id')
    .where('agreementId', '=', id)
    .where('kind', '=', 'payment-reminder')
    .execute();

describe('assigning several campaigns', () => {
  it('changes each as a save does, writes its log, and says the outcome of each in the order sent', async () => {
    const [first, second] = [await aCampaign(), await aCampaign(colleague)];
    const items = [second, first].map((id) => ({ id, agentUser: linkTo(colleague) }));
    expect(await rowsOf(manager, 'assign', { items })).toMatchObject([
      { id: second, outcome: 'unchanged', message: 'Already assigned to this person', version: null },
      { id: first, outcome: 'done', message: 'Assigned', version: expect.any(Number), agentUser: linkTo(agent) },
    ]);
    expect((await read(first)).agentUser).toEqual(linkTo(colleague));
    expect((await entriesOf(first)).at(-1)).toMatchObject({ activityCode: 'campaign_update' });
    expect((await entriesOf(second)).map(({ activityCode }) => activityCode)).not.toContain('campaign_update');
    const told = await stage.db
      .selectFrom('notifications')
      .select('agreementId')
      .where('userId', '=', colleague.userId)
      .where('kind', '=', 'assigned')
      .execute();
    expect(told.map(({ agreementId }) => agreementId)).toContain(first);
  });

  it('refuses one row and stores nothing of it, while the others go on', async () => {
    const [mine, cancelled] = [await aCampaign(), await aCampaign()];
    await stage.as(admin.userId)('POST', `/v1/agreements/${cancelled}/set-status`, { status: 'cancelled' });
    const elsewhere = (await build.aCampaign(stranger, stranger.memberships[0]!.tenantId)).id;
    const items = [
      { id: elsewhere, agentUser: linkTo(colleague) },
      { id: 999_999_999, agentUser: linkTo(colleague) },
      { id: mine, agentUser: linkTo(colleague) },
    ];
    const rows = await rowsOf(manager, 'assign', { items });
    expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', 'No campaign found with this ID.'],
      ['refused', 'No campaign found with this ID.'],
      ['done', 'Assigned'],
    ]);
    expect((await read(mine)).agentUser).toEqual(linkTo(colleague));
    expect((await read(elsewhere)).agentUser).toEqual(linkTo(stranger));
  });

  it('refuses a person who is not in the team, in the words of the field', async () => {
    const id = await aCampaign();
    const [row] = await rowsOf(manager, 'assign', { items: [{ id, agentUser: linkTo(stranger) }] });
    expect(row).toMatchObject({ outcome: 'refused', version: null });
    expect(row?.message).toBe('Choose a member of the organisation.');
    expect((await read(id)).agentUser).toEqual(linkTo(agent));
  });

  it('can be undone with the version of its outcome, unless somebody has changed it since', async () => {
    const [kept, changed] = [await aCampaign(), await aCampaign()];
    const items = [kept, changed].map((id) => ({ id, agentUser: linkTo(colleague) }));
    const done = await rowsOf(manager, 'assign', { items });
    await stage.as(admin.userId)('PUT', `/v1/agreements/${changed}`, { agentUser: linkTo(manager) });
    const undo = done.map(({ id, agentUser, version }) => ({ id, agentUser, version }));
    expect((await rowsOf(manager, 'assign', { items: undo })).map(({ outcome }) => outcome)).toEqual([
      'done',
      'refused',
    ]);
    expect((await read(kept)).agentUser).toEqual(linkTo(agent));
    expect((await read(changed)).agentUser).toEqual(linkTo(manager));
  });

  it('is refused to an employee, as in a single campaign, and other campaigns are not there for them', async () => {
    const [own, others] = [await aCampaign(), await aCampaign(colleague)];
    const items = [own, others].map((id) => ({ id, agentUser: linkTo(colleague) }));
    expect(await rowsOf(agent, 'assign', { items })).toMatchObject([
      { id: own, outcome: 'refused', message: 'This cannot be changed here now.' },
      { id: others, outcome: 'refused', message: 'No campaign found with this ID.' },
    ]);
  });
});

describe('marking several follow-ups as done', () => {
  it('removes each mark, and undoing sets it again', async () => {
    const [marked, unmarked] = [await aCampaign(), await aCampaign()];
    await stage.as(agent.userId)('PUT', `/v1/agreements/${marked}`, { actionSuggested: true });
    const items = [marked, unmarked].map((id) => ({ id, actionSuggested: false }));
    const rows = await rowsOf(agent, 'flag', { items });
    expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['done', 'Follow-up done'],
      ['unchanged', 'No follow-up is suggested'],
    ]);
    expect((await read(marked)).actionSuggested).toBe(false);
    const undo = { items: [{ id: marked, actionSuggested: true, version: rows[0]?.version }] };
    expect(await rowsOf(agent, 'flag', undo)).toMatchObject([{ outcome: 'done', message: 'Follow-up suggested' }]);
    expect((await read(marked)).actionSuggested).toBe(true);
  });
});

describe('reminding the payers of several campaigns', () => {
  it('reminds those who can be reminded, and says why the others cannot', async () => {
    const old = await aSent();
    await stage.deps.clock.move(stage.db, 4);
    const [fresh, draft] = [await aSent(), await aCampaign()];
    const rows = await rowsOf(agent, 'remind', { ids: [old, fresh, draft] });
    expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'refused']);
    expect(rows[0]?.message).toBe('1 payer reminded');
    expect(rows[1]?.message).toBe('The link was sent less than 3 days ago.');
    expect(
      [await remindersOf(old), await remindersOf(fresh), await remindersOf(draft)].map((sent) => sent.length),
    ).toEqual([1, 0, 0]);
    expect((await entriesOf(old)).at(-1)).toMatchObject({ description: 'Payer reminded' });
    expect((await rowsOf(agent, 'remind', { ids: [old] }))[0]?.message).toBe(
      'This payer was reminded less than 3 days ago.',
    );
  });

  it('sends nothing twice with the same Idempotency-Key', async () => {
    const id = await aSent();
    await stage.deps.clock.move(stage.db, 4);
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await send(agent, 'remind', { ids: [id, id] }, key),
      await send(agent, 'remind', { ids: [id, id] }, key),
    ];
    expect(first.json().items).toHaveLength(1);
    expect(second.json()).toEqual(first.json());
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await remindersOf(id)).toHaveLength(1);
  });
});

describe('a bulk action', () => {
  it('takes at least one campaign and at most a hundred', async () => {
    const ids = Array.from({ length: mostBulkRows + 1 }, (_, place) => place + 1);
    expect((await send(agent, 'remind', { ids })).statusCode).toBe(400);
    expect((await send(agent, 'remind', { ids: [] })).statusCode).toBe(400);
    expect((await rowsOf(agent, 'remind', { ids: ids.slice(1).map((id) => id + 900_000_000) })).length).toBe(
      mostBulkRows,
    );
  });

  it('is refused during impersonation, as every change is', async () => {
    const items = [{ id: await aCampaign(), actionSuggested: true }];
    const viewing = { 'x-view-as': `user:${manager.userId}` };
    const own = await stage.as(admin.userId)(
      'PUT',
      `/v1/agreements/${items[0]!.id}`,
      { actionSuggested: true },
      viewing,
    );
    expect((await send(admin, 'flag', { items }, viewing)).statusCode).toBe(own.statusCode);
  });

  it('is never for a payer', async () => {
    const { payers } = await build.aCampaign(agent, tenantId);
    const answer = await stage.as(payers[0]!.userId)('POST', '/v1/bulk/flag', {
      items: [{ id: 1, actionSuggested: false }],
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe('the spreadsheet of chosen campaigns', () => {
  const csvOf = async (who: Person, ids: readonly number[]) =>
    (await stage.as(who.userId)('GET', `/v1/agreements?ids=${ids.join(',')}`, undefined, { accept: 'text/csv' })).body;
  const linesOf = (csv: string) => csv.trim().split('\r\n').slice(1);

  it('has exactly the chosen ones that the caller may see', async () => {
    const [own, other, unchosen] = [await aCampaign(), await aCampaign(colleague), await aCampaign()];
    const chosen = linesOf(await csvOf(agent, [own, other]));
    expect(chosen).toHaveLength(1);
    expect(chosen[0]).toContain(String(own));
    expect(linesOf(await csvOf(manager, [own, other]))).toHaveLength(2);
    expect(await csvOf(manager, [own, other])).not.toContain(String(unchosen));
    const page = (await stage.as(manager.userId)('GET', `/v1/agreements?ids=${own}`)).json();
    expect(page.items.map(({ id }: { id: number }) => id)).toEqual([own]);
    expect(page.totalItems).toBe(1);
  });

  it('takes only ids, and at most a hundred', async () => {
    const ask = async (ids: string) => (await stage.as(manager.userId)('GET', `/v1/agreements?ids=${ids}`)).statusCode;
    expect(await ask('1,x')).toBe(400);
    expect(await ask(Array.from({ length: mostBulkRows + 1 }, (_, place) => place + 1).join(','))).toBe(400);
  });
});
