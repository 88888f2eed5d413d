import type { Found } from '@kerb/domain/shell/search.contract.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let admin: Person;
let manager: Person;
let agent: Person;
let colleague: Person;
let stranger: Person;
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenantId = await build.aTenant({ name: 'Quokka & Sons Realty' });
  admin = await build.aPerson('admin');
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  colleague = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
});

type Made = { name: string; firstName?: string; surname?: string; status?: 'cancelled' };

async function aCampaign({ name, firstName = 'Pat', surname = 'Field', status }: Made): Promise<number> {
  const build = buildersFor(stage);
  const payers = [build.aPayer({ firstName, surname })];
  const { id } = await build.aCampaign(agent, tenantId, { payers, ...(status && { status }) });
  await stage.db.updateTable('agreements').set({ name }).where('id', '=', id).execute();
  return id;
}

async function search(who: Person, text: string): Promise<Found> {
  const answer = await stage.as(who.userId)('GET', `/v1/search?text=${encodeURIComponent(text)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const ids = async (who: Person, text: string) => (await search(who, text)).campaigns.map(({ id }) => id);

describe('the search of the palette', () => {
  it('finds a campaign by the words of its address, with or without macrons, and names its payers', async () => {
    const id = await aCampaign({ name: '12 Wattlebird Lane, Whangārei', surname: 'Tāwhiri' });
    for (const text of ['wattlebird', 'whangarei', '12 wattle', 'bird whanga']) {
      expect(await ids(admin, text), text).toContain(id);
      expect(await ids(manager, text), text).toContain(id);
    }
    const [found] = (await search(admin, 'wattlebird')).campaigns;
    expect(found).toMatchObject({ id, tenantId, tenantName: 'Quokka & Sons Realty', payers: ['Pat Tāwhiri'] });
  });

  it('finds a campaign by its Flow No., first', async () => {
    const id = await aCampaign({ name: '1 Number Street' });
    expect((await ids(admin, String(id)))[0]).toBe(id);
    expect((await ids(manager, `au ${id}`))[0]).toBe(id);
  });

  it('finds a campaign by the beginning of a payer’s surname, also after the first name', async () => {
    const id = await aCampaign({ name: '3 Payer Place', firstName: 'Ngaio', surname: 'Parāone-Quince' });
    for (const text of ['paraone', 'ngaio para', 'par ngaio']) expect(await ids(admin, text), text).toContain(id);
    expect(await ids(manager, 'paraone')).toContain(id);
    expect(await ids(admin, 'quincey')).not.toContain(id);
  });

  it('finds only what the reader can see', async () => {
    const id = await aCampaign({ name: '4 Secret Siding', surname: 'Undercover' });
    for (const text of ['siding', String(id), 'undercover']) {
      expect(await ids(agent, text), text).toContain(id);
      expect(await ids(colleague, text), text).not.toContain(id);
      expect(await ids(stranger, text), text).not.toContain(id);
    }
  });

  it('puts open campaigns before ended ones', async () => {
    const open = await aCampaign({ name: '5 Orderly Oval' });
    const ended = await aCampaign({ name: '6 Orderly Oval', status: 'cancelled' });
    expect(await ids(admin, 'orderly oval')).toEqual([open, ended]);
  });

  it('finds organisations for those who see them, and people for an admin', async () => {
    const { organisations } = await search(manager, 'quokka');
    expect(organisations).toEqual([{ id: tenantId, name: 'Quokka & Sons Realty' }]);
    expect((await search(stranger, 'quokka')).organisations).toEqual([]);
    const [local] = agent.emailAddress.split('@');
    expect((await search(admin, local!)).people.map(({ id }) => id)).toContain(agent.userId);
    expect((await search(manager, local!)).people).toEqual([]);
  });

  it('answers nothing to an empty text, and no campaigns to a single letter', async () => {
    await aCampaign({ name: '7 Xylophone Crossing' });
    expect(await search(admin, ' ')).toEqual({ campaigns: [], people: [], organisations: [] });
    expect((await search(admin, 'x')).campaigns).toEqual([]);
  });
});
