import { payUpfrontTerms } from '@kerb/domain/countries/pay-upfront-terms.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { testCardOf } from '../../../test/cards.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type PaymentFixture, paymentFixture } from '../../../test/payment-fixture.ts';

let stage: Stage;
let fixture: PaymentFixture;
beforeAll(async () => {
  stage = await startStage({ now: '2026-11-15T02:30:00.000Z' });
  fixture = await paymentFixture(stage);
});

describe('a payer with a wallet', () => {
  it.each([
    ['American Express', '378282246310005'],
    ['another scheme', '6011111111111117'],
  ])('pays the lowest surcharge, also for %s, and the receipt names the wallet', async (_, number) => {
    const { id, payer } = await fixture.aCampaign();
    const paid = async (surcharge: number) => {
      const cardToken = await stage.cards.tokenOf(number, 'apple-pay');
      return fixture.pay(payer, id, { ...(await fixture.byCard()), cardToken, surcharge });
    };
    expect((await paid(105)).statusCode).toBe(409);
    const answer = await paid(33.6);
    expect(answer.json()).toMatchObject({ status: 'approved', surcharge: 33.6, card: { wallet: 'apple-pay' } });
    expect(await fixture.taken(id)).toBe(4_233_60);
    expect((await fixture.items(id, 'payments'))[0]).toMatchObject({ card: { wallet: 'apple-pay' } });
  });

  it('cannot name a lower surcharge than that of a typed card', async () => {
    const { id, payer } = await fixture.aCampaign();
    const answer = await fixture.pay(payer, id, await fixture.byCard('378282246310005', { surcharge: 33.6 }));
    expect(answer.statusCode).toBe(409);
    expect(await fixture.taken(id)).toBe(0);
  });
});

describe('a payer who pays upfront', () => {
  const first = 'Please confirm who you are and agree to the terms first.';

  it('pays only after confirming who they are and agreeing to the terms; the team records money without', async () => {
    const { id, payers } = await fixture.build.aCampaign(fixture.agent, fixture.tenantId, { status: 'waiting-invite' });
    const payer = payers[0]!.userId;
    const act = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      stage.as(payer)(method, `/v1/agreements/${id}/${path}`, body);
    const before = await fixture.charges();
    const refused = [
      await fixture.pay(payer, id, await fixture.byCard()),
      await act('POST', 'payment-method', { intent: 'bank-transfer' }),
      await act('POST', 'payment-method', { intent: 'credit-card' }),
    ];
    expect(refused.map((answer) => [answer.statusCode, answer.json().displayText])).toEqual([
      [409, first],
      [409, first],
      [409, first],
    ]);
    expect(await fixture.charges()).toBe(before);
    expect((await act('GET', 'payment-details')).json()).toMatchObject({
      refusal: first,
      dueAmount: 4200,
      mayPayByCard: false,
    });
    const byTeam = await stage.as(fixture.admin.userId)('GET', `/v1/agreements/${id}/payment-details`);
    expect(byTeam.json()).toMatchObject({ refusal: null, mayRecord: true });
    await act('POST', 'choose-option', { financeOptionCode: 'pn' });
    await act('PUT', 'flow', { reviewed: ['payer-details'] });
    expect((await act('POST', 'submit-application', { termsVersion: payUpfrontTerms.version })).statusCode).toBe(200);
    expect((await fixture.pay(payer, id, await fixture.byCard())).json()).toMatchObject({ status: 'approved' });
  });

  it('asks a payer who agreed to earlier terms of Pay Upfront again, before they pay', async () => {
    const { id, payer } = await fixture.aCampaign();
    const earlier = { submittedDate: '2026-11-01T00:00:00.000Z', agreedTermsVersion: 'pn-1' };
    await stage.db.updateTable('signatories').set(earlier).where('agreementId', '=', id).execute();
    const act = (method: 'GET' | 'POST', path: string, body?: object) =>
      stage.as(payer)(method, `/v1/agreements/${id}/${path}`, body);
    expect((await act('GET', 'payment-details')).json()).toMatchObject({ refusal: first, mayPayByCard: false });
    expect((await fixture.pay(payer, id, await fixture.byCard())).json().displayText).toBe(first);
    await act('POST', 'choose-option', { financeOptionCode: 'pn' });
    await stage.as(payer)('PUT', `/v1/agreements/${id}/flow`, { reviewed: ['payer-details'] });
    const flow = (await act('GET', 'flow')).json();
    expect(flow.steps.find(({ name }: { name: string }) => name === 'agree-terms')).toMatchObject({ isDone: false });
    expect((await act('POST', 'submit-application', { termsVersion: payUpfrontTerms.version })).statusCode).toBe(200);
    expect((await act('GET', 'payment-details')).json()).toMatchObject({ refusal: null, mayPayByCard: true });
  });

  it('leaves the team free to record money for a payer who agreed to nothing', async () => {
    const { id } = await fixture.build.aCampaign(fixture.agent, fixture.tenantId, { status: 'waiting-invite' });
    const recorded = await fixture.pay(fixture.admin.userId, id, fixture.byTransfer());
    expect(recorded.json()).toMatchObject({ status: 'approved' });
  });
});

describe('a payer who pays by card', () => {
  it('is charged once, with the card’s surcharge, and the campaign is approved and shows the payment', async () => {
    const { id, payer } = await fixture.aCampaign();
    const answer = await fixture.pay(payer, id, await fixture.byCard());
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      kind: 'upfront',
      status: 'approved',
      amount: 4200,
      surcharge: 63,
      paymentMethod: 'card',
      paymentDate: '2026-11-15',
      card: { scheme: 'visa', funding: 'credit', last4: '4242' },
      cardToken: null,
      receiptEmail: 'pat@example.com',
    });
    expect(await fixture.campaign(id)).toMatchObject({
      status: 'approved',
      financeOptionCode: 'pn',
      campaignUpfrontPaymentRef: answer.json().paymentNumber,
      campaignUpfrontPaymentMethod: 'card',
      campaignUpfrontPaymentDate: '2026-11-15',
      campaignUpfrontAmount: 4200,
    });
    expect(await fixture.taken(id)).toBe(4_263_00);
  });

  it('has one paid invoice that lists the budget, the surcharge and its tax', async () => {
    const { id, payer } = await fixture.aCampaign();
    await fixture.pay(payer, id, await fixture.byCard());
    const [invoice, ...others] = await fixture.items(id, 'invoices');
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ type: 'upfront', status: 'paid', amount: 4263, paidAmount: 4263, unpaidAmount: 0 });
    expect(invoice.lines.map(({ type, amount }: { type: string; amount: number }) => [type, amount])).toEqual([
      ['sale', 4200],
      ['fee', 57.27],
      ['tax', 5.73],
    ]);
    expect(await fixture.ledgerOf(id)).toEqual({ gateway: 4263, organisation: -4200, fees: -57.27, tax: -5.73 });
  });

  it('is logged, and the payer, the agent and members with billing notices are notified', async () => {
    const { id, payer } = await fixture.aCampaign();
    const bookkeeper = await fixture.build.aPerson('tenant_user', { tenantId: fixture.tenantId, as: 'employee' });
    const team = `/v1/tenants/${fixture.tenantId}/users`;
    await stage.as(fixture.agent.userId)('PUT', `${team}/${bookkeeper.userId}`, { receivesBillingEmailNotices: true });
    const before = (await fixture.logOf(id)).length;
    await fixture.pay(payer, id, await fixture.byCard());
    expect((await fixture.logOf(id)).slice(before)).toEqual([
      'campaign_update',
      'invoice_create',
      'invoice_pay',
      'campaign_update',
      'campaign_status_change',
    ]);
    const messages = await stage.db.selectFrom('messages').selectAll().where('agreementId', '=', id).execute();
    const notices = messages.filter(({ subject }) => /payment (has been )?received/i.test(subject ?? ''));
    expect(notices.map(({ recipient }) => recipient).toSorted()).toEqual(
      ['pat@example.com', fixture.agent.emailAddress, bookkeeper.emailAddress].toSorted(),
    );
  });

  // biome-ignore format: a table
  it.each([
    ['4000056655665556', 33.6 ],
    ['5105105105105100', 33.6 ],
    ['5555555555554444', 63   ],
    ['378282246310005',  105  ],
    ['6011111111111117', 0    ],
  ])('with the card %s pays a surcharge of %d', async (number, surcharge) => {
    const { id, payer } = await fixture.aCampaign();
    const answer = await fixture.pay(payer, id, await fixture.byCard(number, { surcharge }));
    expect(answer.json()).toMatchObject({ status: 'approved', surcharge });
    expect(await fixture.taken(id)).toBe(Math.round((4200 + surcharge) * 100));
  });

  it('whose card is declined sees the reason, still owes the amount, and may try another card', async () => {
    const { id, payer } = await fixture.aCampaign();
    const declined = await fixture.pay(payer, id, await fixture.byCard(testCardOf('insufficient-funds').number));
    expect(declined.statusCode).toBe(402);
    expect(declined.json().displayText).toBe(
      'Your card does not have enough funds for this payment. Please use another card.',
    );
    expect(await fixture.campaign(id)).toMatchObject({ status: 'waiting-invite', campaignUpfrontPaymentRef: null });
    expect(await fixture.ledgerOf(id)).toEqual({});
    expect((await fixture.pay(payer, id, await fixture.byCard())).json()).toMatchObject({ status: 'approved' });
    expect((await fixture.items(id, 'payments')).map((each: { status: string }) => each.status)).toEqual([
      'approved',
      'voided',
    ]);
  });

  it('gets the new amount if the budget changed after they saw it, and nothing is charged', async () => {
    const { id, payer } = await fixture.aCampaign();
    await stage.as(fixture.admin.userId)('PUT', `/v1/agreements/${id}`, { campaignBudget: 5000 });
    const answer = await fixture.pay(payer, id, await fixture.byCard());
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      type: '/problems/amount-changed',
      displayText: 'The amount to pay is now $5,075. Nothing has been charged.',
    });
    expect(await fixture.taken(id)).toBe(0);
    const other = await fixture.pay(payer, id, await fixture.byCard(undefined, { amount: 5000, surcharge: 63 }));
    expect(other.statusCode).toBe(409);
  });

  it('cannot move the amount into the surcharge, although the total is right', async () => {
    const { id, payer } = await fixture.aCampaign();
    const answer = await fixture.pay(payer, id, await fixture.byCard(undefined, { amount: 1, surcharge: 4262 }));
    expect([answer.statusCode, answer.json().displayText]).toEqual([
      409,
      'The amount to pay is now $4,263. Nothing has been charged.',
    ]);
    expect(await fixture.taken(id)).toBe(0);
  });

  it.each(['draft', 'cancelled', 'rejected', 'executed', 'complete'] as const)(
    'cannot pay upfront in %s',
    async (status) => {
      const { id } = await fixture.aCampaign(status);
      const answer = await fixture.pay(fixture.admin.userId, id, await fixture.byCard());
      expect(answer.statusCode).toBe(409);
      expect(await fixture.taken(id)).toBe(0);
    },
  );

  it('cannot pay twice', async () => {
    const { id, payer } = await fixture.aCampaign();
    await fixture.pay(payer, id, await fixture.byCard());
    const again = await fixture.pay(payer, id, await fixture.byCard());
    expect(again.json()).toMatchObject({ status: 409, displayText: 'This campaign has already been paid.' });
    expect(await fixture.taken(id)).toBe(4_263_00);
  });

  it('cannot pay upfront if the organisation no longer offers it', async () => {
    const other = await paymentFixture(stage);
    const { id, payer } = await other.aCampaign();
    await stage.db
      .insertInto('tenantFinanceOptions')
      .values({
        tenantId: other.tenantId,
        optionCode: 'pn',
        enabled: false,
        lastUpdateDate: '2026-11-15T00:00:00.000Z',
      })
      .execute();
    const answer = await other.pay(payer, id, await other.byCard());
    expect(answer.json().displayText).toBe('Pay Upfront is not available for this campaign');
    expect(await other.taken(id)).toBe(0);
  });

  it('cannot pay upfront if the campaign does not offer it, with the specification’s message', async () => {
    const { id, payer } = await fixture.aCampaign();
    await stage.db
      .deleteFrom('campaignFinanceOptions')
      .where('agreementId', '=', id)
      .where('optionCode', '=', 'pn')
      .execute();
    const answer = await fixture.pay(payer, id, await fixture.byCard());
    expect(answer.json().displayText).toBe('Pay Upfront is not available for this campaign');
  });

  // biome-ignore format: a table
  it.each([
    ['amount',       { amount: -1 }],
    ['amount',       { amount: 4200.005 }],
    ['amount',       { amount: '4200' }],
    ['surcharge',    { surcharge: -63 }],
    ['surcharge',    { surcharge: 63.001 }],
    ['receiptEmail', { receiptEmail: 'pat' }],
    ['receiptEmail', { receiptEmail: null }],
    ['cardToken',    { cardToken: null }],
    ['cardToken',    { cardToken: 'tok_unknown' }],
    ['date',         { date: '2026-11-15' }],
    ['method',       { method: 'cash' }],
    ['status',       { status: 'approved' }],
  ])('with an invalid %s gets an error on that field: %j', async (field, more) => {
    const { id, payer } = await fixture.aCampaign();
    const answer = await fixture.pay(payer, id, await fixture.byCard(undefined, more));
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().validation)).toEqual([field]);
    expect(await fixture.taken(id)).toBe(0);
  });

  it('cannot record money that came in another way, nor can the organisation', async () => {
    const { id, payer } = await fixture.aCampaign();
    for (const userId of [payer, fixture.agent.userId]) {
      for (const method of ['direct-deposit', 'manual']) {
        expect((await fixture.pay(userId, id, fixture.byTransfer(4200, { method }))).statusCode).toBe(403);
      }
    }
    expect(await fixture.ledgerOf(id)).toEqual({});
  });
});

describe('a charge whose outcome is not known at once', () => {
  it('stays pending, blocks other payments, and is approved by the gateway’s report', async () => {
    const { id, payer } = await fixture.aCampaign();
    const answer = await fixture.pay(payer, id, await fixture.byCard(testCardOf('late').number));
    expect(answer.json()).toMatchObject({ status: 'pending' });
    expect(await fixture.campaign(id)).toMatchObject({ status: 'waiting-invite' });
    const other = await fixture.pay(fixture.admin.userId, id, await fixture.byCard());
    expect(other.json()).toMatchObject({ type: '/problems/payment-under-way', status: 409 });
    const manual = await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(4200, { method: 'manual' }));
    expect(manual.statusCode).toBe(409);
  });
});

describe('an admin', () => {
  it('records a bank transfer, with the same effects as a card but no surcharge', async () => {
    const { id } = await fixture.aCampaign('waiting-approval');
    const sent = fixture.byTransfer(4200, { date: '2026-11-13', description: 'Statement of Friday' });
    const answer = await fixture.pay(fixture.admin.userId, id, sent);
    expect(answer.json()).toMatchObject({
      status: 'approved',
      paymentMethod: 'direct-deposit',
      paymentDate: '2026-11-13',
    });
    expect(await fixture.campaign(id)).toMatchObject({
      status: 'approved',
      campaignUpfrontPaymentMethod: 'dc',
      campaignUpfrontPaymentDate: '2026-11-13',
    });
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 4200, organisation: -4200 });
  });

  it('records a part, and the campaign is paid once the rest arrives', async () => {
    const { id } = await fixture.aCampaign('waiting-approval');
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(1000));
    expect(await fixture.campaign(id)).toMatchObject({ status: 'waiting-approval', campaignUpfrontPaymentRef: null });
    expect((await fixture.items(id, 'invoices'))[0]).toMatchObject({
      status: 'issued',
      paidAmount: 1000,
      unpaidAmount: 3200,
    });
    const rest = await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(3200));
    expect(await fixture.campaign(id)).toMatchObject({
      status: 'approved',
      campaignUpfrontPaymentRef: rest.json().paymentNumber,
      campaignUpfrontAmount: 4200,
    });
    expect((await fixture.items(id, 'invoices'))[0]).toMatchObject({ status: 'paid' });
  });

  it('records an overpayment, and the excess is held for the payer', async () => {
    const { id } = await fixture.aCampaign('waiting-approval');
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(4500));
    expect(await fixture.ledgerOf(id)).toEqual({ bank: 4500, organisation: -4200, held: -300 });
    expect(await fixture.campaign(id)).toMatchObject({ status: 'approved' });
  });

  it('can leave the rest to the payer’s card, with a surcharge on the rest only', async () => {
    const { id, payer } = await fixture.aCampaign('waiting-approval');
    await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(1000));
    const answer = await fixture.pay(payer, id, await fixture.byCard(undefined, { amount: 3200, surcharge: 48 }));
    expect(answer.json()).toMatchObject({ status: 'approved', amount: 3200, surcharge: 48 });
    expect(
      (await fixture.items(id, 'invoices')).map((each: { type: string; amount: number; status: string }) => [
        each.type,
        each.amount,
        each.status,
      ]),
    ).toEqual([
      ['surcharge', 48, 'paid'],
      ['upfront', 4200, 'paid'],
    ]);
    expect(await fixture.ledgerOf(id)).toEqual({
      bank: 1000,
      gateway: 3248,
      organisation: -4200,
      fees: -43.64,
      tax: -4.36,
    });
  });

  it('marks exactly the amount due as paid, with the campaign’s fee or another', async () => {
    const { id } = await fixture.aCampaign();
    const manual = (amount: number, more = {}) => fixture.byTransfer(amount, { method: 'manual', ...more });
    expect((await fixture.pay(fixture.admin.userId, id, manual(4199))).json()).toMatchObject({
      type: '/problems/amount-changed',
    });
    const answer = await fixture.pay(fixture.admin.userId, id, manual(4310, { serviceFee: 110, surcharge: null }));
    expect(answer.json()).toMatchObject({ status: 'approved', serviceFee: 110, paymentMethod: 'manual' });
    expect(await fixture.campaign(id)).toMatchObject({ campaignUpfrontPaymentMethod: 'manual', status: 'approved' });
    expect(await fixture.ledgerOf(id)).toEqual({ elsewhere: 4310, organisation: -4200, fees: -100, tax: -10 });
  });

  it('cannot record money dated in the future, nor an amount of zero', async () => {
    const { id } = await fixture.aCampaign();
    const future = await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(4200, { date: '2026-11-16' }));
    expect(future.json().validation.date[0].message).toBe('The date must not be in the future.');
    expect((await fixture.pay(fixture.admin.userId, id, fixture.byTransfer(0))).json().validation.amount).toBeDefined();
  });

  it('records the fee of Pay On Success in the specification’s statuses', async () => {
    const { id } = await fixture.aCampaign('approved');
    await stage.db
      .insertInto('campaignFinanceOptions')
      .values({
        agreementId: id,
        optionCode: 'pos',
        serviceFee: '504.00',
        createdDate: '2026-11-01T00:00:00Z',
        lastUpdateDate: '2026-11-01T00:00:00Z',
      })
      .onConflict((conflict) => conflict.columns(['agreementId', 'optionCode']).doUpdateSet({ serviceFee: '504.00' }))
      .execute();
    await stage.db.updateTable('agreements').set({ financeOptionCode: 'pos' }).where('id', '=', id).execute();
    const sent = { financeOptionCode: 'pos', method: 'manual', amount: 504 };
    const answer = await fixture.pay(fixture.admin.userId, id, sent);
    expect(answer.json()).toMatchObject({ kind: 'service-fee', amount: 504, serviceFee: 504 });
    expect(await fixture.campaign(id)).toMatchObject({
      status: 'approved',
      serviceFeePaymentRef: answer.json().paymentNumber,
      serviceFeePaymentMethod: 'manual',
      campaignUpfrontPaymentRef: null,
    });
    expect(await fixture.ledgerOf(id)).toEqual({ elsewhere: 504, fees: -458.18, tax: -45.82 });
  });
});
