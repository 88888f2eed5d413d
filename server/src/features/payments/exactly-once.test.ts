import { deleteOldKeys } from '@kerb/server/platform/http/idempotency.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testCardOf } from '../../../test/cards.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';

let stage: Stage;
let fixture: PaymentFixture;
beforeAll(async () => {
  stage = await startStage();
  fixture = await paymentFixture(stage);
});

const statusesOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted();

describe('a payment request', () => {
  it('needs a valid idempotency key', async () => {
    const { id, payer } = await fixture.aCampaign();
    const body = await fixture.byCard();
    const missing = await stage.as(payer)('POST', `/v1/agreements/${id}/pay`, body);
    expect(missing.json()).toMatchObject({ status: 400, type: '/problems/idempotency-key-missing' });
    for (const key of ['', 'two words', 'x'.repeat(201)]) {
      expect((await fixture.pay(payer, id, body, key)).statusCode).toBe(400);
    }
    expect(await fixture.taken(id)).toBe(0);
  });

  it('that is repeated gets the same bytes as response, and is charged once', async () => {
    const { id, payer } = await fixture.aCampaign();
    const body = await fixture.byCard();
    const first = await fixture.pay(payer, id, body, 'again');
    const second = await fixture.pay(payer, id, Object.fromEntries(Object.entries(body).toReversed()), '"again"');
    expect(second.statusCode).toBe(first.statusCode);
    expect(second.body).toBe(first.body);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(await fixture.taken(id)).toBe(4_263_00);
  });

  it('that is repeated after the card was declined is refused with the same bytes', async () => {
    const { id, payer } = await fixture.aCampaign();
    const body = await fixture.byCard(testCardOf('do-not-honour').number);
    const first = await fixture.pay(payer, id, body, 'declined');
    const second = await fixture.pay(payer, id, body, 'declined');
    expect([first.statusCode, second.statusCode, second.body]).toEqual([402, 402, first.body]);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(second.json().instance).toBe(`/requests/${first.headers['x-request-id']}`);
    expect((await fixture.items(id, 'payments')).length).toBe(1);
  });

  it('that is repeated with another body or for another campaign is refused and charges nothing', async () => {
    const { id, payer } = await fixture.aCampaign();
    await fixture.pay(payer, id, await fixture.byCard(), 'other-body');
    const other = await fixture.aCampaign();
    expect((await fixture.pay(payer, id, await fixture.byCard(), 'other-body')).statusCode).toBe(422);
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(1), 'other-campaign');
    const elsewhere = await fixture.pay(fixture.admin.userId, other.id, await fixture.byCard(), 'other-campaign');
    expect(elsewhere.statusCode).not.toBe(422);
    expect((await fixture.pay(fixture.admin.userId, id, await fixture.byCard(), 'other-campaign')).statusCode).toBe(
      422,
    );
    expect(await fixture.taken(id)).toBe(4_263_00);
  });

  it('belongs to one person: another person’s equal key is another request', async () => {
    const [one, two] = [await fixture.aCampaign(), await fixture.aCampaign()];
    const answers = [
      await fixture.pay(one.payer, one.id, await fixture.byCard(), 'mine'),
      await fixture.pay(two.payer, two.id, await fixture.byCard(), 'mine'),
    ];
    expect(statusesOf(answers)).toEqual([200, 200]);
  });

  it('that is repeated while it runs must wait, and another body is still refused', async () => {
    const { id, payer } = await fixture.aCampaign();
    const body = await fixture.byCard(testCardOf('slow').number);
    const running = fixture.pay(payer, id, body, 'slow');
    while ((await fixture.items(id, 'payments')).length === 0) await new Promise((again) => setImmediate(again));
    const during = await fixture.pay(payer, id, body, 'slow');
    expect(during.json()).toMatchObject({ status: 409, type: '/problems/still-running' });
    expect(Number(during.headers['retry-after'])).toBeGreaterThan(0);
    expect((await fixture.pay(payer, id, { ...body, amount: 1 }, 'slow')).statusCode).toBe(422);
    expect((await running).json()).toMatchObject({ status: 'approved' });
    expect((await fixture.pay(payer, id, body, 'slow')).body).toBe((await running).body);
  });

  it('sent twenty times at once is charged once', { timeout: 60_000 }, async () => {
    const { id, payer } = await fixture.aCampaign();
    const body = await fixture.byCard();
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.pay(payer, id, body, 'storm')));
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(await fixture.taken(id)).toBe(4_263_00);
    expect((await fixture.items(id, 'payments')).length).toBe(1);
  });

  it('can be retried if it was refused before anything happened', async () => {
    const { id, payer } = await fixture.aCampaign();
    const body = await fixture.byCard(undefined, { amount: 5000, surcharge: 75 });
    expect((await fixture.pay(payer, id, body, 'early')).statusCode).toBe(409);
    await stage.as(fixture.admin.userId)('PUT', `/v1/agreements/${id}`, { campaignBudget: 5000 });
    expect((await fixture.pay(payer, id, body, 'early')).json()).toMatchObject({ status: 'approved' });
  });

  it('that records money by hand is also one payment', async () => {
    const { id } = await fixture.aCampaign();
    const pay = () => fixture.pay(fixture.admin.userId, id, fixture.byTransfer(1000), 'by-hand');
    const answers = await Promise.all([pay(), pay(), pay()]);
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    expect((await pay()).statusCode).toBe(200);
    expect((await fixture.items(id, 'payments')).length).toBe(1);
  });
});

describe('two payers of one campaign at once', () => {
  it('cause one charge, and the other payer is refused', { timeout: 60_000 }, async () => {
    const { id, payer } = await fixture.aCampaign();
    const bodies = await Promise.all(Array.from({ length: 6 }, () => fixture.byCard()));
    const who = [payer, fixture.agent.userId, fixture.admin.userId];
    const answers = await Promise.all(bodies.map((body, place) => fixture.pay(who[place % 3]!, id, body)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    const refusals = new Set(answers.filter((each) => each.statusCode === 409).map((each) => each.json().type));
    for (const type of refusals) expect(['/problems/payment-under-way', '/problems/already-paid']).toContain(type);
    expect(await fixture.taken(id)).toBe(4_263_00);
  });

  it('one by card and one by hand, are never both marked as paid', { timeout: 60_000 }, async () => {
    const { id, payer } = await fixture.aCampaign();
    const answers = await Promise.all([
      fixture.pay(payer, id, await fixture.byCard()),
      fixture.pay(fixture.admin.userId, id, fixture.byTransfer(4200, { method: 'manual' })),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});

describe('an interrupted request', () => {
  /** The gateway charges or not, and then the server fails before it stores the outcome. */
  async function cutOff<T>(when: 'before' | 'after', run: () => Promise<T>): Promise<T> {
    const { cards } = stage.deps;
    const charge: NonNullable<typeof cards>['charge'] = async (asked) => {
      if (when === 'after') await cards!.charge(asked);
      throw new Error('the power failed');
    };
    stage.deps.cards = { ...cards!, charge };
    try {
      return await run();
    } finally {
      stage.deps.cards = cards;
    }
  }

  it.each(['before', 'after'] as const)(
    '%s the charge continues when it is retried with the same key',
    async (when) => {
      const { id, payer } = await fixture.aCampaign();
      const body = await fixture.byCard();
      const first = await cutOff(when, () => fixture.pay(payer, id, body, `cut-${when}`));
      expect(first.statusCode).toBe(500);
      expect((await fixture.items(id, 'payments'))[0]).toMatchObject({ status: 'pending' });
      const other = await fixture.pay(fixture.admin.userId, id, await fixture.byCard());
      expect(other.json()).toMatchObject({ type: '/problems/payment-under-way' });
      const again = await fixture.pay(payer, id, body, `cut-${when}`);
      expect(again.json()).toMatchObject({ status: 'approved' });
      expect(await fixture.taken(id)).toBe(4_263_00);
      expect((await fixture.items(id, 'payments')).length).toBe(1);
    },
  );

  it('of a crashed server is blocked until its lease expires, and is then taken over', async () => {
    const { id, payer } = await fixture.aCampaign();
    const body = await fixture.byCard();
    await cutOff('after', () => fixture.pay(payer, id, body, 'gone'));
    await sql`update idempotency_keys set lease_until = clock_timestamp() + interval '20 seconds', holder = 'another server'
      where key = 'gone'`.execute(stage.db);
    const early = await fixture.pay(payer, id, body, 'gone');
    expect(early.json()).toMatchObject({ status: 409, type: '/problems/still-running' });
    await sql`update idempotency_keys set lease_until = clock_timestamp() where key = 'gone'`.execute(stage.db);
    expect((await fixture.pay(payer, id, body, 'gone')).json()).toMatchObject({ status: 'approved' });
    expect(await fixture.taken(id)).toBe(4_263_00);
  });
});

describe('idempotency keys', () => {
  it('are deleted after two days, and not after one', async () => {
    const { id } = await fixture.aCampaign();
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(10), 'old');
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(10), 'young');
    await sql`update idempotency_keys set created_date = clock_timestamp() - interval '49 hours',
      lease_until = clock_timestamp() - interval '49 hours' where key = 'old'`.execute(stage.db);
    await sql`update idempotency_keys set created_date = clock_timestamp() - interval '25 hours',
      lease_until = clock_timestamp() - interval '25 hours' where key = 'young'`.execute(stage.db);
    await deleteOldKeys(stage.db);
    const { rows } = await sql<{ key: string }>`select key from idempotency_keys where key in ('old', 'young')`.execute(
      stage.db,
    );
    expect(rows).toEqual([{ key: 'young' }]);
  });

  it('contain no card token', async () => {
    const { id, payer } = await fixture.aCampaign();
    expect((await fixture.pay(payer, id, await fixture.byCard())).statusCode).toBe(200);
    const rows = await stage.db.selectFrom('idempotencyKeys').selectAll().execute();
    const texts = rows.flatMap(({ callerUserId, key, sealedAnswer }) => {
      const owner = `answer ${callerUserId} ${key}`;
      return sealedAnswer === null ? [] : stage.deps.secrets.personal.decrypt(sealedAnswer, owner).toString();
    });
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes('tok_'))).toEqual([]);
  });
});
