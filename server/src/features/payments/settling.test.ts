import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { booksToReview } from '@kerb/server/features/payments/books-to-review.ts';
import { reconcilePayments } from '@kerb/server/features/payments/reconcile-payments.ts';
import { sandboxKeys } from '@kerb/server/gateways/cards/sandbox/settings.ts';
import { eventSignatureHeader, signEvent } from '@kerb/server/gateways/cards/sandbox/signed-events.ts';
import { type CardGateway, type GatewayEvent, GatewayUnavailable } from '@kerb/server/platform/ports/card-gateway.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testCardOf } from '../../../test/cards.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';
import { asOwner } from '../../../test/test-database.ts';

let stage: Stage;
let fixture: PaymentFixture;
beforeAll(async () => {
  stage = await startStage();
  fixture = await paymentFixture(stage);
});

// Whatever a test did: the ledger of each campaign balances, and what its payer owes is what its invoices ask for.
afterEach(async () => {
  const { rows } = await sql<{ id: number; total: string; owed: string; unpaid: string }>`
    select a.id, b.total, b.owed, coalesce(i.unpaid, 0) as unpaid from agreements a
    join (select t.agreement_id, sum(e.amount) as total,
        coalesce(sum(e.amount) filter (where e.account = 'payer'), 0) as owed
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id group by 1) b on b.agreement_id = a.id
    left join (select agreement_id, sum(amount - paid_amount) as unpaid from invoices
        where status <> 'voided' group by 1) i
      on i.agreement_id = a.id`.execute(stage.db);
  for (const row of rows) expect([Number(row.total), Number(row.owed)]).toEqual([0, Number(row.unpaid)]);
});

type Paid = { id: number; status: string };
const payments = (id: number): Promise<Paid[]> => fixture.items(id, 'payments');
const statuses = async (id: number) => (await payments(id)).map(({ status }) => status);

const referenceOf = async (agreementId: number): Promise<string> => {
  const query = stage.db.selectFrom('payments').select('reference').where('agreementId', '=', agreementId);
  return (await query.orderBy('id', 'desc').executeTakeFirstOrThrow()).reference;
};

const older = (agreementId: number, minutes: number) =>
  sql`update payments set started_at = clock_timestamp() - make_interval(mins => ${minutes})
    where agreement_id = ${agreementId}`.execute(stage.db);

type Outcome = GatewayEvent['outcome'];
const approved: Outcome = { state: 'approved', gatewayRef: 'ch_1', reason: null, card: null };
const declined: Outcome = { state: 'declined', gatewayRef: 'ch_1', reason: 'do-not-honour', card: null };
const undecided: Outcome = { state: 'pending', gatewayRef: 'ch_1', reason: null, card: null };

let serial = 0;
/** A report as the gateway sends it, with the test's signature and time. */
function report(reference: string, outcome: Outcome, more: { secret?: string; at?: number; id?: string } = {}) {
  serial += 1;
  const { secret = sandboxKeys(stage.deps.secrets).eventSecret, at, id = `evt_${serial}` } = more;
  const event: GatewayEvent = { id, reference, at: '2026-11-15T02:30:00.000Z', outcome };
  const body = Buffer.from(JSON.stringify(event));
  const headers = { [eventSignatureHeader]: signEvent(secret, body, at), 'content-type': 'application/json' };
  return stage.as(null)('POST', '/v1/card-gateway/events', body, headers);
}

/** A campaign with a charge whose request ended without a known outcome. */
async function underWay(behaviour: 'late' | 'late-decline' | 'no-answer' | 'unreachable' = 'unreachable') {
  const campaign = await fixture.aCampaign();
  const answer = await fixture.pay(campaign.payer, campaign.id, await fixture.byCard(testCardOf(behaviour).number));
  expect(answer.json()).toMatchObject({ status: 'pending' });
  return { ...campaign, reference: await referenceOf(campaign.id) };
}

describe('the gateway’s report', () => {
  it('approves a pending charge, with all effects of a payment', async () => {
    const { id, reference } = await underWay();
    expect((await report(reference, approved)).statusCode).toBe(204);
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', campaignUpfrontPaymentMethod: 'card' });
    expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 4263, organisation: -4200 });
  });

  it('voids a declined charge, and the payer may try again', async () => {
    const { id, payer, reference } = await underWay();
    await report(reference, declined);
    expect(await statuses(id)).toEqual(['voided']);
    expect((await fixture.pay(payer, id, await fixture.byCard())).json()).toMatchObject({ status: 'approved' });
  });

  it('changes nothing when it is replayed', async () => {
    const { id, reference } = await underWay();
    for (const _ of [1, 2, 3]) expect((await report(reference, approved, { id: 'evt_same' })).statusCode).toBe(204);
    expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 4263 });
    expect((await fixture.logOf(id)).filter((code) => code === 'invoice_pay').length).toBe(1);
  });

  it('is refused if it is an hour old or forged, and changes nothing', async () => {
    const { id, reference } = await underWay();
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    expect((await report(reference, approved, { at: hourAgo })).statusCode).toBe(400);
    expect((await report(reference, approved, { secret: 'guessed' })).statusCode).toBe(400);
    expect(
      (await stage.as(null)('POST', '/v1/card-gateway/events', '{}', { 'content-type': 'application/json' }))
        .statusCode,
    ).toBe(400);
    expect(await statuses(id)).toEqual(['pending']);
  });

  it('does not change a known outcome when it arrives out of order', async () => {
    const { id, reference } = await underWay();
    await report(reference, approved);
    await report(reference, undecided);
    await report(reference, declined);
    expect(await statuses(id)).toEqual(['approved']);
    expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 4263 });
  });

  it('of an approval after a decline is still recorded in the ledger', async () => {
    const { id, payer, reference } = await underWay();
    await report(reference, declined);
    await fixture.pay(payer, id, await fixture.byCard());
    await report(reference, approved);
    expect(await statuses(id)).toEqual(['approved', 'approved']);
    expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 8526, organisation: -4200, held: -4263 });
  });

  it('for an unknown charge is accepted and stored', async () => {
    expect((await report('unheard-of', approved)).statusCode).toBe(204);
  });

  it('from the sandbox completes the pending payments of its slow cards', async () => {
    const { id } = await underWay('no-answer');
    // A run sends twenty events. Other tests of this file leave some.
    while ((await stage.cards.deliverEvents()) > 0);
    expect(await statuses(id)).toEqual(['approved']);
    expect(await fixture.taken(id)).toBe(4_263_00);
  });
});

describe('while a card is being charged', () => {
  it.each([
    ['cancelled', 'set-status', { status: 'cancelled' }],
    ['declined', 'set-status', { status: 'rejected', reason: 'No longer needed' }],
    ['given another option', 'choose-option', { financeOptionCode: 'pl' }],
    ['switched to a bank transfer', 'payment-method', { intent: 'bank-transfer' }],
  ])('a campaign is not %s', async (_what, path, body) => {
    const { id, reference } = await underWay();
    const change = () => stage.as(fixture.admin.userId)('POST', `/v1/agreements/${id}/${path}`, body);
    const refused = await change();
    expect([refused.statusCode, refused.json().displayText]).toEqual([
      409,
      'A card payment for this campaign is being processed. Please try again in a few minutes.',
    ]);
    await report(reference, declined);
    expect((await change()).statusCode).toBe(200);
  });
});

describe('money that arrives after a campaign was cancelled', () => {
  it('is held for the payer, not lost, and the campaign stays cancelled', async () => {
    const { id, reference } = await underWay();
    await report(reference, declined);
    await stage.as(fixture.admin.userId)('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
    await report(reference, approved);
    expect(await fixture.campaign(id)).toMatchObject({ status: 'cancelled', campaignUpfrontPaymentRef: null });
    expect(await fixture.ledgerOf(id)).toEqual({ gateway: 4263, held: -4263 });
    expect(await fixture.items(id, 'invoices')).toEqual([]);
  });
});

describe('a fee whose charge is approved after the option was cleared', () => {
  it('is held for the payer, and makes no loan', async () => {
    const { id, reference } = await underWay();
    await report(reference, declined);
    // As if the charge had been the fee of Pay On Success, and the campaign was then approved without a loan.
    await asOwner(stage.db, (tx) =>
      tx.updateTable('payments').set({ financeOptionCode: 'pos' }).where('agreementId', '=', id).execute(),
    );
    const cleared = { financeOptionCode: null, status: statusRank('approved') };
    await stage.db.updateTable('agreements').set(cleared).where('id', '=', id).execute();
    await report(reference, approved);
    expect(await statuses(id)).toEqual(['approved']);
    expect(await fixture.campaign(id)).toMatchObject({
      status: 'approved',
      financeOptionCode: null,
      isMoneyHeld: true,
    });
    expect(await fixture.ledgerOf(id)).toEqual({ gateway: 4263, held: -4263 });
  });
});

describe('reconciliation', () => {
  it('asks the gateway about a charge without a known outcome, and stores it', async () => {
    const { id } = await underWay('no-answer');
    await older(id, 1);
    await reconcilePayments(stage.deps);
    expect(await statuses(id)).toEqual(['approved']);
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved' });
  });

  it('skips charges that have just begun', async () => {
    const { id } = await underWay('no-answer');
    await reconcilePayments(stage.deps);
    expect(await statuses(id)).toEqual(['pending']);
  });

  it('voids a charge that the gateway does not know, once no request can still run', async () => {
    const { id, payer } = await underWay('unreachable');
    await older(id, 2);
    await reconcilePayments(stage.deps);
    expect(await statuses(id)).toEqual(['pending']);
    await older(id, 3);
    await reconcilePayments(stage.deps);
    expect(await statuses(id)).toEqual(['voided']);
    expect((await fixture.pay(payer, id, await fixture.byCard())).json()).toMatchObject({ status: 'approved' });
    expect(await fixture.taken(id)).toBe(4_263_00);
  });

  it('never charges a voided payment, even if its request is repeated', async () => {
    const { id, payer } = await fixture.aCampaign();
    const body = await fixture.byCard(testCardOf('unreachable').number);
    await fixture.pay(payer, id, body, 'given-up');
    await sql`update idempotency_keys set status = null, sealed_answer = null,
      lease_until = clock_timestamp() - interval '1 hour', progress = (select max(id) from payments)
      where key = 'given-up'`.execute(stage.db);
    await older(id, 3);
    await reconcilePayments(stage.deps);
    const again = await fixture.pay(payer, id, body, 'given-up');
    expect(again.json()).toMatchObject({
      status: 402,
      displayText: 'The payment did not reach the card gateway. Nothing was charged.',
    });
    expect(await fixture.taken(id)).toBe(0);
  });
});

describe('reconciliation of several payments', () => {
  const asking = (find: CardGateway['find']) => ({ ...stage.deps, cards: { ...stage.deps.cards!, find } });
  const broken = new Error('the answer of the gateway cannot be read');

  /** Charges that the gateway has approved, and that the product does not know of yet. */
  async function withoutOutcome(count: number) {
    const made: Awaited<ReturnType<typeof underWay>>[] = [];
    for (let each = 0; each < count; each += 1) made.push(await underWay('no-answer'));
    for (const { id } of made) await older(id, 1);
    return made;
  }
  const stored = async (made: { id: number }[]) => (await Promise.all(made.map(({ id }) => statuses(id)))).flat();

  it.each(['first', 'last'] as const)('goes on after one that fails, the %s, and fails at its end', async (which) => {
    const made = await withoutOutcome(3);
    const bad = made.at(which === 'first' ? 0 : -1)!;
    const run = reconcilePayments(
      asking(async (reference) => {
        if (reference === bad.reference) throw broken;
        return stage.deps.cards!.find(reference);
      }),
    );
    await expect(run).rejects.toMatchObject({ errors: [broken] });
    expect((await stored(made)).toSorted()).toEqual(['approved', 'approved', 'pending']);
    await reconcilePayments(stage.deps);
    expect(await stored(made)).toEqual(['approved', 'approved', 'approved']);
  });

  it('goes on after one for which the gateway never responds', async () => {
    const made = await withoutOutcome(3);
    await reconcilePayments(
      asking(async (reference) => {
        if (reference === made[0]!.reference) throw new GatewayUnavailable('timed out');
        return stage.deps.cards!.find(reference);
      }),
    );
    expect((await stored(made)).toSorted()).toEqual(['approved', 'approved', 'pending']);
    await reconcilePayments(stage.deps);
  });

  it('stops early while the gateway is down, and begins with another payment each minute', async () => {
    const made = await withoutOutcome(7);
    const asked = new Set<string>();
    const { clock } = stage.deps;
    for (const minute of [0, 1, 2, 3, 4, 5, 6]) {
      let count = 0;
      const now = () => new Date(Date.parse(clock.now()) + minute * 60_000).toISOString();
      const down = asking(async (reference) => {
        count += 1;
        asked.add(reference);
        throw new GatewayUnavailable('timed out');
      });
      await reconcilePayments({ ...down, clock: { ...clock, now } });
      expect(count).toBe(5);
    }
    expect(made.filter(({ reference }) => !asked.has(reference))).toEqual([]);
    await reconcilePayments(stage.deps);
    expect(new Set(await stored(made))).toEqual(new Set(['approved']));
  });
});

describe('voiding a payment', () => {
  const undo = (paymentId: number, userId = fixture.admin.userId) =>
    stage.as(userId)('POST', `/v1/payments/${paymentId}/void`, { reason: 'Paid twice' });

  it('by card refunds it once, and restores ledger, invoice and campaign', async () => {
    const { id, payer } = await fixture.aCampaign();
    const paid = (await fixture.pay(payer, id, await fixture.byCard())).json();
    const answers = await Promise.all([undo(paid.id), undo(paid.id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await payments(id))[0]).toMatchObject({ status: 'voided', voidReason: 'Paid twice' });
    expect(await fixture.taken(id)).toBe(0);
    expect(await fixture.ledgerOf(id)).toEqual({});
    expect((await fixture.items(id, 'invoices'))[0]).toMatchObject({ status: 'voided', paidAmount: 0 });
    expect(await fixture.campaign(id)).toMatchObject({
      status: 'waiting-approval',
      campaignUpfrontPaymentRef: null,
      campaignUpfrontAmount: null,
    });
    expect((await undo(paid.id)).json()).toMatchObject({ type: '/problems/already-voided' });
    expect((await fixture.pay(payer, id, await fixture.byCard())).json()).toMatchObject({ status: 'approved' });
  });

  it('while the gateway is down stays requested, and the job completes it', async () => {
    const { id, payer } = await fixture.aCampaign();
    const paid = (await fixture.pay(payer, id, await fixture.byCard())).json();
    const { cards } = stage.deps;
    stage.deps.cards = {
      ...cards!,
      refund: async () => {
        throw new GatewayUnavailable('away');
      },
    };
    expect((await undo(paid.id)).json()).toMatchObject({ status: 'approved', isBeingVoided: true });
    stage.deps.cards = cards;
    await older(id, 1);
    await reconcilePayments(stage.deps);
    expect(await statuses(id)).toEqual(['voided']);
    expect(await fixture.taken(id)).toBe(0);
  });

  it('by transfer reopens its invoice if that existed before', async () => {
    const { id, payer } = await fixture.aCampaign();
    await stage.as(payer)('POST', `/v1/agreements/${id}/payment-method`, { intent: 'bank-transfer' });
    const paid = (await fixture.pay(fixture.admin.userId, id, fixture.byTransfer())).json();
    expect((await undo(paid.id)).json()).toMatchObject({ status: 'voided' });
    expect((await fixture.items(id, 'invoices'))[0]).toMatchObject({
      status: 'issued',
      paidAmount: 0,
      unpaidAmount: 4200,
    });
    expect(await fixture.ledgerOf(id)).toEqual({ payer: 4200, billed: -4200 });
  });

  describe('whose refund fails later', () => {
    const refundOf = async (paymentId: number): Promise<string> => {
      const query = stage.db.selectFrom('payments').select('refundReference').where('id', '=', paymentId);
      return (await query.executeTakeFirstOrThrow()).refundReference!;
    };
    /** As a bank that sends the money of a refund back: the gateway knows it, and reports it. */
    async function refundComesBack(reference: string) {
      const failed = { state: 'declined', reason: 'refund-refused' } as const;
      await stage.db.updateTable('sandboxCardCharges').set(failed).where('reference', '=', reference).execute();
      return report(reference, { ...failed, gatewayRef: 're_1', card: null });
    }

    it('after the end is held for the payer again, listed, and can be returned', async () => {
      const { id, payer } = await fixture.aCampaign();
      const paid = (await fixture.pay(payer, id, await fixture.byCard())).json();
      const asAdmin = stage.as(fixture.admin.userId);
      await asAdmin('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
      expect((await undo(paid.id)).json()).toMatchObject({ status: 'voided' });
      expect(await fixture.ledgerOf(id)).toEqual({});
      const reference = await refundOf(paid.id);
      for (const _ of [1, 2]) expect((await refundComesBack(reference)).statusCode).toBe(204);
      expect(await fixture.ledgerOf(id)).toEqual({ gateway: 4263, held: -4263 });
      expect(await payments(id)).toMatchObject([{ status: 'approved', voidReason: null, isBeingVoided: false }]);
      expect(await fixture.campaign(id)).toMatchObject({ status: 'cancelled', isMoneyHeld: true });
      expect((await booksToReview(stage.db)).filter((line) => line.startsWith(`Campaign ${id}:`))).toEqual([
        expect.stringContaining('the refund of payment'),
      ]);
      const key = { 'idempotency-key': `return-${id}` };
      const returning = { amount: 4263, description: 'To the payer’s account' };
      const answer = await asAdmin('POST', `/v1/agreements/${id}/return-held-money`, returning, key);
      expect(answer.json()).toMatchObject({ heldAmount: 0 });
      expect((await booksToReview(stage.db)).filter((line) => line.startsWith(`Campaign ${id}:`))).toEqual([]);
    });

    it('before the end pays for the campaign again, and can be refunded again', async () => {
      const { id, payer } = await fixture.aCampaign();
      const paid = (await fixture.pay(payer, id, await fixture.byCard())).json();
      await undo(paid.id);
      expect(await fixture.campaign(id)).toMatchObject({ status: 'waiting-approval', paymentState: 'none' });
      await refundComesBack(await refundOf(paid.id));
      expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', paymentState: 'paid' });
      expect(await fixture.ledgerOf(id)).toMatchObject({ gateway: 4263, organisation: -4200 });
      expect((await undo(paid.id)).json()).toMatchObject({ status: 'voided' });
      expect(await fixture.taken(id)).toBe(0);
      expect(await fixture.ledgerOf(id)).toEqual({});
    });

    it('after other money has paid leaves nothing due once it was returned, also not its surcharge', async () => {
      const { id, payer } = await fixture.aCampaign();
      const paid = (await fixture.pay(payer, id, await fixture.byCard())).json();
      await undo(paid.id);
      await fixture.pay(fixture.admin.userId, id, fixture.byTransfer());
      const asAdmin = stage.as(fixture.admin.userId);
      await stage.db.updateTable('agreements').set({ fundManually: true }).where('id', '=', id).execute();
      const on = { date: '2026-11-17', description: 'Bank reference 3' };
      await asAdmin('POST', `/v1/agreements/${id}/record-transfer`, on, { 'idempotency-key': `on-${id}` });
      await refundComesBack(await refundOf(paid.id));
      const back = { amount: 4263, description: 'To the payer’s account' };
      await asAdmin('POST', `/v1/agreements/${id}/return-held-money`, back, { 'idempotency-key': `back-${id}` });
      const details = (await asAdmin('GET', `/v1/agreements/${id}/payment-details`)).json();
      expect(details).toMatchObject({ isPaid: true, dueAmount: 0 });
    });

    it('while it is still requested counts as refused', async () => {
      const { id, payer } = await fixture.aCampaign();
      const paid = (await fixture.pay(payer, id, await fixture.byCard())).json();
      const { cards } = stage.deps;
      stage.deps.cards = { ...cards!, refund: async () => undecided };
      expect((await undo(paid.id)).json()).toMatchObject({ isBeingVoided: true });
      stage.deps.cards = cards;
      expect((await report(await refundOf(paid.id), { ...declined, reason: 'refund-refused' })).statusCode).toBe(204);
      expect(await fixture.campaign(id)).toMatchObject({ status: 'approved', paymentState: 'paid' });
    });
  });

  it('needs an admin and a reason', async () => {
    const { id, payer } = await fixture.aCampaign();
    const paid = (await fixture.pay(payer, id, await fixture.byCard())).json();
    expect((await undo(paid.id, fixture.agent.userId)).statusCode).toBe(403);
    const bare = await stage.as(fixture.admin.userId)('POST', `/v1/payments/${paid.id}/void`, { reason: ' ' });
    expect(Object.keys(bare.json().validation)).toEqual(['reason']);
    expect(await statuses(id)).toEqual(['approved']);
  });
});

describe('choosing how to pay upfront', () => {
  const choose = (userId: number, id: number, intent: string) =>
    stage.as(userId)('POST', `/v1/agreements/${id}/payment-method`, { intent });

  it('by bank transfer shows the account, issues the invoice and waits', async () => {
    const { id, payer } = await fixture.aCampaign();
    const answer = await choose(payer, id, 'bank-transfer');
    expect(answer.json()).toMatchObject({
      intent: 'bank-transfer',
      dueAmount: 4200,
      bankTransfer: { reference: `FLOW-AU${id}` },
    });
    expect(await fixture.campaign(id)).toMatchObject({
      status: 'waiting-approval',
      campaignBudgetUpfrontPaymentMethodIntent: 'bank-transfer',
    });
    expect(await fixture.items(id, 'invoices')).toMatchObject([
      { status: 'issued', amount: 4200, directDepositInstructions: { reference: `FLOW-AU${id}` } },
    ]);
  });

  it('by transfer and then paying by card replaces the invoice with one that has the surcharge', async () => {
    const { id, payer } = await fixture.aCampaign();
    await choose(payer, id, 'bank-transfer');
    await choose(payer, id, 'credit-card');
    await fixture.pay(payer, id, await fixture.byCard());
    expect(
      (await fixture.items(id, 'invoices')).map((each: { status: string; amount: number }) => [
        each.status,
        each.amount,
      ]),
    ).toEqual([
      ['paid', 4263],
      ['voided', 4200],
    ]);
  });

  it('is refused if the campaign cannot be paid', async () => {
    const { id } = await fixture.aCampaign('cancelled');
    expect((await choose(fixture.admin.userId, id, 'bank-transfer')).statusCode).toBe(409);
  });

  it('leaves no open invoice once the campaign is cancelled', async () => {
    const { id, payer } = await fixture.aCampaign();
    await choose(payer, id, 'bank-transfer');
    await stage.as(payer)('POST', `/v1/agreements/${id}/set-status`, { status: 'cancelled' });
    expect((await fixture.items(id, 'invoices'))[0]).toMatchObject({ status: 'voided' });
    expect(await fixture.ledgerOf(id)).toEqual({});
  });
});

describe('the ledger', () => {
  it('refuses a transaction that does not balance, and a change of written entries', async () => {
    const { id } = await fixture.aCampaign();
    const lopsided = stage.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`insert into ledger_transactions (agreement_id, event, date)
        values (${id}, 'payment', now()) returning id`.execute(tx);
      await sql`insert into ledger_entries (transaction_id, account, amount)
        values (${rows[0]!.id}, 'bank', 1)`.execute(tx);
    });
    await expect(lopsided).rejects.toThrow(/does not balance/);
    for (const change of ['update ledger_entries set amount = 1', 'delete from ledger_transactions']) {
      await expect(sql.raw(change).execute(stage.db)).rejects.toThrow(/permission denied/);
      await expect(asOwner(stage.db, (tx) => sql.raw(change).execute(tx))).rejects.toThrow(/append-only/);
    }
  });
});
