import type { RatesView } from '@kerb/domain/rates/rates.contract.ts';
import type { PendingAct } from '@kerb/domain/second-person/acts.contract.ts';
import { rateBook } from '@kerb/server/platform/rates/rate-book.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let ada: Person;
let arlo: Person;
let manager: Person;
let tenantId: number;

beforeAll(async () => {
  // Noon of 17 November in Sydney.
  stage = await startStage({ now: '2026-11-17T01:00:00Z' });
  build = buildersFor(stage);
  [ada, arlo] = [await build.aPerson('admin'), await build.aPerson('admin')];
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});
beforeEach(async () => {
  await stage.deps.clock.move(stage.db, 0);
  await asOwner(stage.db, async (tx) => {
    await tx.deleteFrom('pendingActs').execute();
    await tx.deleteFrom('rateChanges').execute();
  });
  await stage.deps.rates.refresh();
});

const values = [
  { name: 'payLaterInterest', value: 16 },
  { name: 'cardSurcharge1', value: 0 },
];
const ask = (by: Person, from: string, more: object = {}) =>
  stage.as(by.userId)('POST', '/v1/rates', { from, values, reason: 'The bank raised its rate', ...more });
const rates = async (): Promise<RatesView> => (await stage.as(ada.userId)('GET', '/v1/rates')).json();
const openActs = async (): Promise<PendingAct[]> =>
  (await stage.as(arlo.userId)('GET', '/v1/pending-acts')).json().items.filter((act: PendingAct) => !act.outcome);
const decide = (by: Person, id: number, how: string) =>
  stage.as(by.userId)('POST', `/v1/pending-acts/${id}/${how}`, {});
async function add(from: string, more: object = {}) {
  const asked = await ask(ada, from, more);
  expect(asked.statusCode, asked.body).toBe(200);
  const [act] = await openActs();
  const confirmed = await decide(arlo, act!.id, 'confirm');
  expect(confirmed.statusCode, confirmed.body).toBe(200);
}
const costsOf = async (id: number) =>
  (await stage.as(ada.userId)('GET', `/v1/agreements/${id}/costs`)).json().interestRate;
const choose = (id: number) =>
  stage.as(ada.userId)('POST', `/v1/agreements/${id}/choose-option`, { financeOptionCode: 'pl' });
const campaign = async (id: number) => (await stage.as(ada.userId)('GET', `/v1/agreements/${id}`)).json();

describe('dated rates', () => {
  it('are those of the code without a row', async () => {
    const { today, rates: current, changes } = await rates();
    expect([today, changes]).toEqual(['2026-11-17', []]);
    expect(current[0]).toEqual({
      name: 'payLaterInterest',
      label: 'Pay Later interest, a year',
      unit: 'percent',
      value: 14.5,
    });
  });

  it('change only when a second admin confirms them, and from their day on', async () => {
    expect((await ask(ada, '2026-12-01')).json().changes).toEqual([]);
    const [act] = await openActs();
    expect(act).toMatchObject({
      kind: 'rate',
      subject: { href: '/v1/rates', name: 'the rates from 1 December 2026' },
      changes: [
        { label: 'Pay Later interest, a year', before: '14.50%', after: '16.00%' },
        { label: 'Card surcharge: Visa and Mastercard debit', before: '0.80%', after: '0.00%' },
      ],
    });
    expect((await decide(ada, act!.id, 'confirm')).statusCode).toBe(403);
    expect((await decide(arlo, act!.id, 'confirm')).statusCode).toBe(200);
    const { changes, rates: current } = await rates();
    expect(current[0]?.value).toBe(14.5);
    expect(changes).toMatchObject([
      {
        from: '2026-12-01',
        state: 'coming',
        asked: { userName: ada.displayName },
        confirmed: { userName: arlo.displayName },
      },
    ]);
    await stage.deps.clock.move(stage.db, 13);
    expect((await rates()).rates[0]?.value).toBe(14.5);
    expect(stage.deps.country.payLater.interestRateBasisPoints).toBe(1_450);
    await stage.deps.clock.move(stage.db, 14);
    expect((await rates()).rates[0]?.value).toBe(16);
    expect((await rates()).changes[0]?.state).toBe('begun');
    expect(stage.deps.country.payLater.interestRateBasisPoints).toBe(1_600);
    expect((await stage.as(null)('GET', '/v1/calculator')).json().interestRate).toBe(16);
  });

  it('of a sent or chosen campaign stay as quoted, also with another budget; a draft follows', async () => {
    const draft = (await build.aCampaign(manager, tenantId)).id;
    const sent = (await build.aCampaign(manager, tenantId, { status: 'waiting-invite' })).id;
    const chosen = (await build.aCampaign(manager, tenantId)).id;
    expect((await choose(chosen)).statusCode).toBe(200);
    await add('2026-11-20', { values: [{ name: 'payLaterFee', value: 8 }, ...values] });
    const before = await campaign(chosen);
    await stage.deps.clock.move(stage.db, 5);
    expect(await Promise.all([draft, sent, chosen].map(costsOf))).toEqual([16, 14.5, 14.5]);
    const saved = await stage.as(ada.userId)('PUT', `/v1/agreements/${chosen}`, { campaignBudget: 8_400 });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await campaign(chosen)).toMatchObject({
      interestRate: before.interestRate,
      serviceFee: before.serviceFee * 2,
    });
    expect((await choose(sent)).statusCode).toBe(200);
    expect(await campaign(sent)).toMatchObject({ interestRate: 14.5, serviceFee: 231 });
    expect((await choose(draft)).statusCode).toBe(200);
    expect(await campaign(draft)).toMatchObject({ interestRate: 16, serviceFee: 336 });
  });

  it('of a sent campaign are the same in its quote, its offers and its choice', async () => {
    const made = async (status?: 'waiting-invite') => {
      const { id } = await build.aCampaign(manager, tenantId, status && { status });
      const property = { address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582', type: 'house' };
      const sale = { natureOfOwnership: 'investment', methodOfSale: 'other' };
      const prices = { sellingPriceMin: 500_000, sellingPriceMax: 600_000 };
      const path = `/v1/agreements/${id}/property`;
      const added = await stage.as(ada.userId)('POST', path, { ...property, ...sale, ...prices });
      expect(added.statusCode, added.body).toBeLessThan(300);
      return id;
    };
    const [draft, sent] = [await made(), await made('waiting-invite')];
    await add('2026-11-20', { values: [{ name: 'payOnSuccessFee', value: 15 }, ...values] });
    await stage.deps.clock.move(stage.db, 5);
    const figuresOf = async (id: number) => {
      const quoted = await stage.as(ada.userId)('POST', `/v1/agreements/${id}/quote`, { financeOptionCode: 'pos' });
      const { items } = (await stage.as(ada.userId)('GET', `/v1/agreements/${id}/finance-options`)).json();
      const later = items.find(({ optionCode }: { optionCode: string }) => optionCode === 'pl');
      return [quoted.json().serviceFee, later.interestRate, later.serviceFeePercent];
    };
    expect(await figuresOf(sent)).toEqual([504, 14.5, 0.055]);
    expect(await figuresOf(draft)).toEqual([630, 16, 0.055]);
  });

  it('of a campaign that was quoted before rates had days stay those of the code', async () => {
    const { id } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    await stage.db.updateTable('agreements').set({ quotedDate: null }).where('id', '=', id).execute();
    await add('2026-11-20');
    await stage.deps.clock.move(stage.db, 5);
    const moved = await stage.as(ada.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'waiting-info' });
    expect(moved.statusCode, moved.body).toBe(200);
    expect(await costsOf(id)).toBe(14.5);
    expect((await choose(id)).statusCode).toBe(200);
    expect(await campaign(id)).toMatchObject({ interestRate: 14.5 });
  });

  it('are previewed: each rate, and how many campaigns follow or keep theirs', async () => {
    const preview = () => stage.as(ada.userId)('POST', '/v1/rates/preview', { from: '2026-12-01', values });
    const before = (await preview()).json();
    await build.aCampaign(manager, tenantId);
    await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    await build.aCampaign(manager, tenantId, { status: 'cancelled' });
    // A draft that was quoted before, and one whose option is chosen.
    for (const change of [{ quotedDate: '2026-11-15T00:00:00.000Z' }, { financeOptionCode: 'pn' as const }]) {
      const { id } = await build.aCampaign(manager, tenantId);
      await stage.db.updateTable('agreements').set(change).where('id', '=', id).execute();
    }
    expect((await preview()).json()).toEqual({
      from: '2026-12-01',
      rates: [
        { name: 'payLaterInterest', label: 'Pay Later interest, a year', unit: 'percent', before: 14.5, after: 16 },
        {
          name: 'cardSurcharge1',
          label: 'Card surcharge: Visa and Mastercard debit',
          unit: 'percent',
          before: 0.8,
          after: 0,
        },
      ],
      following: before.following + 1,
      keeping: before.keeping + 3,
    });
    expect((await rates()).changes).toEqual([]);
  });

  it('never change for a day that has begun, nor in its last minute before', async () => {
    for (const from of ['2026-11-16', '2026-11-17']) {
      const refused = await ask(ada, from);
      expect([refused.statusCode, Object.keys(refused.json().validation)]).toEqual([400, ['from']]);
    }
    await ask(ada, '2026-11-19');
    const [act] = await openActs();
    await stage.deps.clock.move(stage.db, 2);
    const late = await decide(arlo, act!.id, 'confirm');
    expect([late.statusCode, late.json().type]).toEqual([409, '/problems/day-begun']);
    expect(late.json().displayText).toBe('It is too late for this day: choose a later one.');
    expect((await rates()).changes).toEqual([]);
  });

  it('can be withdrawn before their day, and not after it', async () => {
    await add('2026-11-20');
    await add('2026-12-01', { values: [{ name: 'payLaterInterest', value: 17 }] });
    const [later, sooner] = (await rates()).changes;
    const withdraw = (id: number) => stage.as(ada.userId)('POST', `/v1/rates/${id}/withdraw`);
    await stage.deps.clock.move(stage.db, 4);
    expect((await withdraw(sooner!.id)).statusCode).toBe(409);
    const answer = await withdraw(later!.id);
    expect(answer.json().changes[0]).toMatchObject({ state: 'withdrawn', withdrawn: { userName: ada.displayName } });
    expect((await withdraw(later!.id)).statusCode).toBe(409);
    await stage.deps.clock.move(stage.db, 30);
    expect((await rates()).rates[0]?.value).toBe(16);
    const kinds = await stage.db.selectFrom('messages').select('kind').where('kind', '=', 'rates-withdrawn').execute();
    expect(kinds.length).toBeGreaterThanOrEqual(2);
    const logged = await stage.db
      .selectFrom('logEntries')
      .select('description')
      .where('description', 'like', '%rates%')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(logged?.description).toBe('Change of rates from 2026-12-01 withdrawn');
  });

  it('cannot be changed or deleted by the server, and a withdrawn row stays withdrawn', async () => {
    await add('2026-11-20');
    await expect(stage.db.updateTable('rateChanges').set({ holdsFrom: '2027-01-01' }).execute()).rejects.toThrow();
    await expect(stage.db.deleteFrom('rateChanges').execute()).rejects.toThrow();
    const [row] = (await rates()).changes;
    await stage.as(ada.userId)('POST', `/v1/rates/${row!.id}/withdraw`);
    await expect(
      stage.db.updateTable('rateChanges').set({ withdrawnDate: null, withdrawnByUserId: null }).execute(),
    ).rejects.toThrow();
  });

  it('reach another server within seconds, which then changes at midnight by itself', async () => {
    const other = rateBook(stage.deps.config.country, stage.deps.clock, stage.db);
    await other.refresh();
    const stop = other.follow(stage.deps.log, 20);
    await add('2026-11-18');
    await expect.poll(() => other.changes().length).toBe(1);
    stop();
    expect(other.country.payLater.interestRateBasisPoints).toBe(1_450);
    await stage.deps.clock.move(stage.db, 1);
    expect(other.country.payLater.interestRateBasisPoints).toBe(1_600);
    expect(other.on('2026-11-17').payLater.interestRateBasisPoints).toBe(1_450);
  });

  it.each([
    ['asked for', { disabled: true }],
    ['asked for', { role: 'tenant_user' }],
    ['confirmed', { disabled: true }],
    ['confirmed', { role: 'tenant_user' }],
  ] as const)('that are coming and that somebody %s are withdrawn with %o', async (part, loss) => {
    const third = await build.aPerson('admin');
    await add('2026-11-18', { values: [{ name: 'payLaterInterest', value: 15 }] });
    await stage.deps.clock.move(stage.db, 1);
    const [asker, confirmer] = part === 'asked for' ? [third, arlo] : [ada, third];
    expect((await ask(asker, '2026-12-01')).statusCode).toBe(200);
    const [act] = await openActs();
    expect((await decide(confirmer, act!.id, 'confirm')).statusCode).toBe(200);
    expect((await rates()).changes.map(({ state }) => state)).toEqual(['coming', 'begun']);
    const lost = await stage.as(ada.userId)('PUT', `/v1/users/${third.userId}`, loss);
    expect(lost.statusCode, lost.body).toBe(200);
    expect((await rates()).changes.map(({ state }) => state)).toEqual(['withdrawn', 'begun']);
    expect((await rates()).changes[0]?.withdrawn).toMatchObject({ userName: ada.displayName });
    await stage.deps.clock.move(stage.db, 30);
    expect((await rates()).rates[0]?.value).toBe(15);
  });

  it('that a person asked for who is no longer an admin end', async () => {
    const third = await build.aPerson('admin');
    await ask(third, '2026-12-24');
    const [act] = await openActs();
    const demoted = await stage.as(ada.userId)('PUT', `/v1/users/${third.userId}`, { role: 'tenant_user' });
    expect(demoted.statusCode, demoted.body).toBe(200);
    expect((await stage.as(arlo.userId)('GET', `/v1/pending-acts/${act!.id}`)).json().outcome).toBe('ended');
    expect((await rates()).changes).toEqual([]);
  });
});
