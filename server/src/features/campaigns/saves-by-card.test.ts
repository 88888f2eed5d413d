import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let tenantId: number;
let admin: Person;
let manager: Person;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  tenantId = await build.aTenant();
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const path = (id: number) => `/v1/agreements/${id}`;
const read = (id: number) => stage.as(admin.userId)('GET', path(id));
const save = (who: Person, id: number, change: object, etag: unknown) =>
  stage.as(who.userId)('PUT', path(id), change, { 'if-match': String(etag) });
const setStatus = (who: Person, id: number, status: string, etag: unknown) =>
  stage.as(who.userId)('POST', `${path(id)}/set-status`, { status }, { 'if-match': String(etag) });
const codes = (answers: { statusCode: number }[]) => answers.map((answer) => answer.statusCode);

/** The cards of the page, each with the body of its save. */
const cards = {
  title: { name: '12 Wattle St' },
  nextAction: { nextActionDate: '2026-12-24' },
  marketing: { campaignBudget: 5000 },
  funding: { fundManually: true },
  option: { financeOptionCode: 'pl' },
  contacts: { agentFirstName: 'Amy', agentSurname: 'Agent', agentEmail: 'amy@example.com' },
  listing: { externalListingUrl: 'https://example.com/12-wattle-st' },
  notes: { campaignNotes: 'Call back' },
};

/** A colleague's changes of the same cards. A switch has only one other value, so two people cannot conflict on it. */
const theirs: Record<Exclude<keyof typeof cards, 'funding'>, object> = {
  title: { name: '14 Wattle St' },
  nextAction: { nextActionDate: '2026-12-31' },
  marketing: { campaignBudget: 6000 },
  option: { financeOptionCode: 'pn' },
  contacts: { noAgency: true },
  listing: { externalListingUrl: 'https://example.com/14-wattle-st' },
  notes: { campaignNotes: 'Called back' },
};

describe('people who edit different cards of one campaign at once', () => {
  it('all succeed, with the version that all of them had read', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const { etag } = (await read(id)).headers;
    const answers = await Promise.all(Object.values(cards).map((change) => save(admin, id, change, etag)));
    expect(codes(answers)).toEqual(answers.map(() => 200));
    const whole = (await read(id)).json();
    for (const change of Object.values(cards)) expect(whole).toMatchObject(change);
  });

  it('each increment the campaign’s version, so that readers know that there is a newer one', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    expect((await save(admin, id, cards.title, '"1"')).headers.etag).toBe('"2"');
    expect((await save(admin, id, cards.notes, '"1"')).headers.etag).toBe('"3"');
    expect((await read(id)).headers.etag).toBe('"3"');
  });

  it('do not conflict with a change of status', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answers = await Promise.all([
      save(manager, id, cards.title, '"1"'),
      setStatus(admin, id, 'waiting-info', '"1"'),
      save(manager, id, cards.contacts, '"1"'),
    ]);
    expect(codes(answers)).toEqual([200, 200, 200]);
  });

  it('are refused if another person’s change of status locks their card', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await setStatus(admin, id, 'signed', '"1"');
    const answer = await save(manager, id, cards.marketing, '"1"');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation.campaignBudget[0].message).toBe('This cannot be changed here now.');
  });
});

describe('of two people who edit the same card at once', () => {
  it.each(Object.keys(theirs) as (keyof typeof theirs)[])('the second gets a conflict: %s', async (card) => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answers = await Promise.all([save(admin, id, cards[card], '"1"'), save(admin, id, theirs[card], '"1"')]);
    expect(codes(answers).sort()).toEqual([200, 412]);
    const winner = answers.find((answer) => answer.statusCode === 200)!;
    const loser = answers.find((answer) => answer.statusCode === 412)!;
    expect(loser.json().type).toBe('/problems/precondition-failed');
    expect((await read(id)).json()).toEqual(winner.json());
  });

  it('the second gets a conflict even for another field of that card', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await save(manager, id, { campaignBudget: 5000 }, '"1"');
    expect((await save(admin, id, { campaignBudgetDescription: 'Photos' }, '"1"')).statusCode).toBe(412);
    expect((await save(admin, id, { campaignBudgetDescription: 'Photos' }, '"2"')).statusCode).toBe(200);
  });

  it('the second gets no conflict if both send the same values', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const answers = await Promise.all([save(manager, id, cards.title, '"1"'), save(admin, id, cards.title, '"1"')]);
    expect(codes(answers)).toEqual([200, 200]);
  });

  it('the second gets a conflict if both change the status', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-approval' });
    const { etag } = (await read(id)).headers;
    const answers = await Promise.all([setStatus(admin, id, 'approved', etag), setStatus(admin, id, 'rejected', etag)]);
    expect(codes(answers).sort()).toEqual([200, 412]);
  });
});

describe('a person who sends the whole campaign back', () => {
  it('gets a conflict if anything has changed since, in any card', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    const whole = (await read(id)).json();
    await save(manager, id, cards.contacts, '"1"');
    expect((await save(admin, id, { ...whole, name: 'Mine' }, '"1"')).statusCode).toBe(412);
    expect((await read(id)).json()).toMatchObject(cards.contacts);
  });

  it('gets a conflict if the status has changed since, not a refusal to set the status', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await setStatus(admin, id, 'waiting-invite', '"1"');
    const answer = await save(manager, id, { status: 'draft', campaignBudget: 5000 }, '"1"');
    expect(answer.statusCode).toBe(412);
  });
});

describe('an impossible version', () => {
  it('is refused', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    expect((await save(manager, id, cards.title, '"7"')).statusCode).toBe(412);
  });

  it('does not reveal the value of a hidden field', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await save(admin, id, { campaignNotes: 'secret' }, '"1"');
    // `instance` names the request.
    const guess = async (campaignNotes: string) => ({
      ...(await save(manager, id, { campaignNotes }, '"1"')).json(),
      instance: null,
    });
    expect(await guess('secret')).toEqual(await guess('other'));
  });
});

describe('a campaign from before versions were stored by card', () => {
  it('is compared as a whole until its first change, and by card after that', async () => {
    const { id } = await build.aCampaign(manager, tenantId);
    await save(manager, id, { name: 'Earlier' }, '"1"');
    await stage.db.updateTable('agreements').set({ groupVersions: null }).where('id', '=', id).execute();
    expect((await save(admin, id, cards.notes, '"1"')).statusCode).toBe(412);
    expect((await save(admin, id, cards.notes, '"2"')).statusCode).toBe(200);
    expect((await save(manager, id, cards.title, '"1"')).statusCode).toBe(412);
    expect((await save(manager, id, cards.title, '"2"')).statusCode).toBe(200);
  });
});
