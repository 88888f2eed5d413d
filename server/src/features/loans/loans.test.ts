import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { attachmentMakers } from '@kerb/server/attachment-makers.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawn, type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { unguarded } from '../../../test/unguarded.ts';

let fixture: LoanFixture;
beforeAll(async () => {
  // 13:00 in Sydney.
  fixture = await startLoanFixture({ now: '2026-11-15T02:00:00.000Z' });
});

const change = (table: 'agreements' | 'tenants', id: number, columns: object) =>
  fixture.stage.db.updateTable(table).set(columns).where('id', '=', id).execute();
const textOf = (body: Buffer) => pdfText(body).replaceAll(/\s+/g, ' ');
const settling = { ...drawn, propertySettlementDate: '2026-11-20' };

describe('the loan of a campaign', () => {
  it('is shown by line for today, a date and its end, with accrued amounts separate from the estimate', async () => {
    const { id } = await fixture.aLoan('executed', drawn);
    const { balances, isRunning, today } = await fixture.loanOf(fixture.admin, id, '2026-11-30');
    expect([today, isRunning]).toEqual(['2026-11-15', true]);
    expect(balances.today).toMatchObject({
      day: '2026-11-15',
      isEstimate: false,
      accruedInterest: 55.62,
      total: 10789.62,
    });
    expect(balances.today.lines.map(({ label, amount }: { label: string; amount: number }) => [label, amount])).toEqual(
      [
        ['Campaign Budget', 10000],
        ['Pay Later Fee', 550],
        ['Security Registration Fee', 184],
        ['Interest', 55.62],
      ],
    );
    expect(balances.onDate).toMatchObject({
      isEstimate: true,
      accruedInterest: 55.62,
      estimatedInterest: 59.59,
      total: 10849.21,
    });
    expect(balances.atEnd).toMatchObject({ day: '2027-04-30', total: 11449.07 });
  });

  it('computes the campaign’s fields that the specification names', async () => {
    const { id } = await fixture.aLoan('waiting-settlement', { ...settling, interestFreeDays: 5 });
    expect(await fixture.read(fixture.manager, id)).toMatchObject({
      campaignFinanceDueDate: '2026-11-27',
      campaignFinanceDueInDays: 12,
      campaignFinanceLoanPeriodDays: 19,
      campaignFinanceInterestFreeValue: 19.86,
      campaignFinanceTotalInterest: 55.62,
      campaignFinanceTotalDue: 10789.62,
    });
    const unlent = await fixture.build.aCampaign(fixture.admin, fixture.tenantId);
    expect((await fixture.read(fixture.admin, unlent.id)).campaignFinanceTotalDue).toBeNull();
  });

  it('shows rules to an admin, switches and invoices to the team, and the rate to no organisation', async () => {
    const { id, payerId } = await fixture.aLoan('executed', drawn);
    const seenBy = async (who: Parameters<LoanFixture['loanOf']>[0]) => Object.keys(await fixture.loanOf(who, id));
    expect(await seenBy(fixture.admin)).toEqual(
      expect.arrayContaining(['approval', 'valuation', 'reminders', 'invoices']),
    );
    const agency = await seenBy(fixture.manager);
    expect(agency).toEqual(expect.arrayContaining(['reminders', 'reminderSwitches', 'invoices', 'balances']));
    expect(agency).not.toContain('approval');
    const vendor = await seenBy(payerId);
    for (const hidden of ['approval', 'valuation', 'reminders', 'reminderSwitches', 'invoices']) {
      expect(vendor).not.toContain(hidden);
    }
    expect(JSON.stringify(await fixture.loanOf(fixture.manager, id))).not.toContain('14.5');
  });

  it('lists every message with its switch, and a timeline from start to 180 days', async () => {
    const { id, payerId } = await fixture.aLoan('executed', { ...drawn, loanLiveReminders: false });
    const { reminders, timeline } = await fixture.loanOf(fixture.admin, id);
    expect(reminders.map(({ name, day, state }: Record<string, string>) => [name, day, state])).toEqual([
      ['live-30', '2026-12-01', 'off'],
      ['live-90', '2027-01-30', 'off'],
      ['live-150', '2027-03-31', 'off'],
      ['live-173', '2027-04-23', 'off'],
      ['payment-due', '2027-04-30', 'toCome'],
    ]);
    expect(timeline[0]).toEqual({ day: '2026-11-01', kind: 'start', label: 'Loan starts', state: 'past' });
    expect(timeline.slice(-3).map(({ kind, day }: Record<string, string>) => `${kind} ${day}`)).toEqual([
      'due 2027-04-30',
      'end 2027-04-30',
      'reminder 2027-04-30',
    ]);
    expect((await fixture.loanOf(payerId, id)).timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'start',
      'due',
      'end',
      'reminder',
    ]);
  });

  it('starts with the last signature, whatever the funding request date is', async () => {
    const { id } = await fixture.aLoan('approved');
    await fixture.setStatus(fixture.admin, id, { status: 'signed' });
    expect(await fixture.read(fixture.admin, id)).toMatchObject({
      campaignFinanceSignatureDate: '2026-11-15',
      campaignFinanceLoanStartDate: '2026-11-15',
      campaignFinanceDueDate: '2027-05-14',
      campaignFinanceDueInDays: 180,
      campaignBorrowedAmount: 10000,
      campaignFinanceServiceFee: 550,
      campaignFinanceInterestRate: 14.5,
    });
    await fixture.setStatus(fixture.admin, id, { status: 'waiting-info' });
    expect(await fixture.read(fixture.admin, id)).toMatchObject({
      campaignFinanceSignatureDate: null,
      campaignFinanceLoanStartDate: null,
    });
  });
});

describe('loan invoices', () => {
  const send = (who: Parameters<LoanFixture['call']>[0], id: number, body: object = {}) =>
    fixture.call(who)('POST', `/v2/loan/${id}/send-invoice`, body);

  it('go to the primary and secondary contacts with the PDF, once for each address, and are logged', async () => {
    const { id, payer } = await fixture.aLoan('waiting-settlement', { ...settling, agentEmail: 'agent@example.com' });
    await change('tenants', fixture.tenantId, {
      settlementInvoiceContactPrimary: 'campaignVendors',
      ccAgentContact: true,
    });
    const sentTo = [payer.emailAddress, 'settlements@example.com', 'agent@example.com'];
    expect((await send(fixture.manager, id)).json()).toEqual({ success: true, sentTo });
    expect(await fixture.read(fixture.admin, id)).toMatchObject({ campaignFinanceLastLoanInvoiceDate: '2026-11-15' });
    const { last } = (await fixture.loanOf(fixture.admin, id)).invoices;
    expect(last).toMatchObject({ number: expect.stringMatching(/^LI\d+$/), type: 'standard', total: 10789.62, sentTo });
    await deliverMessages(fixture.stage.deps, { makers: attachmentMakers });
    const mail = fixture.stage.sent.mails.find(({ to, attachment }) => to === payer.emailAddress && attachment);
    expect(mail?.attachment?.fileName).toBe(`Loan-Invoice_AU${id}.pdf`);
    const text = textOf(mail!.attachment!.content);
    for (const words of [
      'Loan Invoice',
      last.number,
      'Interest $55.62',
      '$10,789.62',
      `FLOW-AU${id}`,
      '27 November 2026',
    ]) {
      expect(text).toContain(words);
    }
    expect((await fixture.logOf(id)).map(({ description }) => description)).toEqual(
      expect.arrayContaining(['Loan invoice made', 'Loan invoice sent']),
    );
    await change('tenants', fixture.tenantId, { ccAgentContact: false });
  });

  it('have the pre-settlement type only before settlement, and the post-settlement type only after', async () => {
    const before = await fixture.aLoan('waiting-settlement', settling);
    const after = await fixture.aLoan('waiting-settlement', { ...drawn, propertySettlementDate: '2026-11-14' });
    const answers = async (id: number) =>
      (await Promise.all(['pre_settlement', 'post_settlement'].map((type) => send(fixture.admin, id, { type })))).map(
        ({ statusCode }) => statusCode,
      );
    expect(await answers(before.id)).toEqual([200, 409]);
    expect(await answers(after.id)).toEqual([409, 200]);
    const { actions } = (await fixture.loanOf(fixture.admin, before.id)).invoices;
    expect(actions.map(({ isAllowed }: { isAllowed: boolean }) => isAllowed)).toEqual([true, true, false]);
  });

  it('are refused without a loan, its start and a primary contact, with the specification’s messages', async () => {
    const signed = await fixture.aLoan('signed', drawn);
    expect((await send(fixture.admin, signed.id)).statusCode).toBe(409);
    const startless = await fixture.aLoan('executed');
    const missing =
      'We are currently unable to generate an invoice due to the following missing information: loan start date.';
    expect((await send(fixture.admin, startless.id)).json().displayText).toBe(missing);
    expect((await send(fixture.manager, startless.id)).json().displayText).toBe(
      `${missing} Please contact settlements support.`,
    );
    const { id } = await fixture.aLoan('executed', drawn);
    await change('tenants', fixture.tenantId, { settlementInvoiceContactPrimary: null });
    expect((await send(fixture.admin, id)).json().displayText).toBe('No primary contact configured');
    const contacts = await fixture.call(fixture.manager)('POST', `/v2/loan/${id}/get-loan-invoice-contacts`);
    expect(contacts.json()).toMatchObject({ primary: [], message: 'No primary contact configured' });
    await change('tenants', fixture.tenantId, { settlementInvoiceContactPrimary: 'campaignConveyancer' });
    expect(
      (await fixture.call(fixture.manager)('POST', `/v2/loan/${id}/get-loan-invoice-contacts`)).json().primary,
    ).toEqual([
      {
        type: 'campaignConveyancer',
        label: 'Campaign conveyancer',
        emails: [],
        message: 'No email for Campaign conveyancer provided - Please hit save and our team will be in touch.',
      },
    ]);
  });

  it('go only to team members with billing notices, if those are the contact', async () => {
    const { id } = await fixture.aLoan('executed', drawn);
    await change('tenants', fixture.tenantId, { settlementInvoiceContactPrimary: 'tenantBillingContacts' });
    const contacts = async () =>
      (await fixture.call(fixture.manager)('POST', `/v2/loan/${id}/get-loan-invoice-contacts`)).json().primary[0]
        .emails;
    const own = `/v1/tenants/${fixture.tenantId}/users/${fixture.manager.userId}`;
    const flag = (receivesBillingEmailNotices: boolean) =>
      fixture.call(fixture.manager)('PUT', own, { receivesBillingEmailNotices });
    expect(await contacts()).toEqual([]);
    await flag(true);
    expect(await contacts()).toEqual([fixture.manager.emailAddress]);
    expect((await send(fixture.admin, id)).json().sentTo).toContain(fixture.manager.emailAddress);
    await flag(false);
    expect(await contacts()).toEqual([]);
  });

  it('can be made without being sent, and the payer can download them too', async () => {
    const { id, payerId } = await fixture.aLoan('executed', drawn);
    const early = await fixture.call(payerId)('GET', `/loan/${id}/download-loan-invoice`);
    expect([early.statusCode, early.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(textOf(early.rawPayload)).not.toContain('Invoice number');
    const made = await fixture.call(fixture.admin)('POST', `/v2/loan/${id}/generate-invoice`, { type: 'standard' });
    expect([made.statusCode, made.json().sentDate]).toEqual([201, null]);
    const kept = await fixture.call(payerId)('GET', `/loan/${id}/download-loan-invoice`);
    expect(textOf(kept.rawPayload)).toContain(`Invoice number ${made.json().number}`);
  });
});

describe('a payout letter', () => {
  const issue = (who: Parameters<LoanFixture['call']>[0], id: number, date: string) =>
    fixture.call(who)('POST', `/v1/agreements/${id}/payout-letters`, { date });
  const confirm = (code: string) => fixture.stage.as(null)('GET', `/v1/payout-letters/${encodeURIComponent(code)}`);

  it('states the cost of repaying on a day, with a public code that reveals only the letter’s facts', async () => {
    const { id, payerId } = await fixture.aLoan('executed', drawn);
    const letter = (await issue(payerId, id, '2026-11-30')).json();
    expect(letter).toMatchObject({
      payoutDate: '2026-11-30',
      validUntil: '2026-11-30',
      total: 10849.21,
      state: 'valid',
    });
    const drawnPdf = await fixture.call(fixture.manager)('GET', letter.href);
    expect(drawnPdf.headers['content-disposition']).toContain(`Payout-Letter_AU${id}_2026-11-30.pdf`);
    for (const words of [
      'Payout Letter',
      letter.code,
      '$10,849.21',
      'for days that have not ended',
      'Valid until 30 November 2026',
    ]) {
      expect(textOf(drawnPdf.rawPayload)).toContain(words);
    }
    const confirmed = (await confirm(letter.code.toLowerCase().replace('-', ' '))).json();
    expect(confirmed).toMatchObject({ state: 'valid', flowNumber: `AU${id}`, total: 10849.21, property: null });
    expect(confirmed.payTo.reference).toBe(`FLOW-AU${id}`);
    expect(JSON.stringify(confirmed)).not.toMatch(/Payer|@|14\.5/);
    expect((await fixture.loanOf(fixture.admin, id)).payout.letters).toMatchObject([
      { code: letter.code, state: 'valid' },
    ]);
    expect(JSON.stringify(await fixture.logOf(id))).not.toContain(letter.code.replace('-', ''));
  });

  it('is no longer valid once its day has passed, or its loan has changed or was repaid', async () => {
    const { id } = await fixture.aLoan('executed', drawn);
    const { code } = (await issue(fixture.admin, id, '2026-11-15')).json();
    const stateOf = async () => (await confirm(code)).json().state;
    await change('agreements', id, { campaignFinanceLoanStartDate: '2026-11-03' });
    expect(await stateOf()).toBe('changed');
    await change('agreements', id, { campaignFinanceLoanStartDate: '2026-11-01' });
    expect(await stateOf()).toBe('valid');
    const { db } = fixture.stage;
    await unguarded(db, 'payout_letters', () =>
      db.updateTable('payoutLetters').set({ validUntil: '2026-11-14' }).where('agreementId', '=', id).execute(),
    );
    expect(await stateOf()).toBe('expired');
    await change('agreements', id, { campaignFinanceRepaidDate: '2026-11-15', status: statusRank('complete') });
    expect(await stateOf()).toBe('repaid');
  });

  it.each(['cancelled', 'rejected'] as const)(
    'of a campaign that is %s says that nothing is to be paid',
    async (to) => {
      const { id } = await fixture.aLoan('executed', drawn);
      const { code } = (await issue(fixture.admin, id, '2026-11-15')).json();
      const stateOf = async () => (await confirm(code)).json();
      await change('agreements', id, { status: statusRank(to) });
      expect(await stateOf()).toMatchObject({
        state: 'ended',
        stateLabel: 'This letter is ours, but its loan is no longer running. Please call us before you pay.',
      });
      expect((await fixture.loanOf(fixture.admin, id)).payout.letters).toMatchObject([{ code, state: 'ended' }]);
      // Reopened, it holds again only if the same is still owed.
      await change('agreements', id, { status: statusRank('executed') });
      expect((await stateOf()).state).toBe('valid');
      await change('agreements', id, { serviceFee: '560.00' });
      expect((await stateOf()).state).toBe('changed');
      await change('agreements', id, { financeOptionCode: 'pn' });
      expect((await stateOf()).state).toBe('ended');
    },
  );

  it('is refused for an impossible day, with the field’s name, and if no loan runs', async () => {
    const { id } = await fixture.aLoan('executed', drawn);
    for (const date of ['2026-11-14', '2027-01-15']) {
      expect((await issue(fixture.admin, id, date)).json().validation.date[0].type).toBe('notValid');
    }
    const approved = await fixture.aLoan('approved');
    expect((await issue(fixture.admin, approved.id, '2026-11-30')).statusCode).toBe(409);
  });

  it('cannot be guessed: checks are rate limited by IP address', async () => {
    const url = '/v1/payout-letters/AAAAA-AAAAA';
    const guess = () => fixture.stage.app.inject({ method: 'GET', url, remoteAddress: '192.0.2.25' });
    const answers = [];
    for (let tries = 0; tries < 25; tries += 1) answers.push((await guess()).statusCode);
    expect(new Set(answers)).toEqual(new Set([404, 429]));
    expect(answers.at(-1)).toBe(429);
  });
});

describe('the terms and the agreement', () => {
  it('are those of the chosen option, with the lender’s numbers and the specification’s names', async () => {
    const { id, payerId } = await fixture.aLoan('approved');
    const terms = (await fixture.call(payerId)('GET', `/v1/agreements/${id}/finance-terms`)).json();
    expect(terms).toMatchObject({
      financeOptionCode: 'pl',
      criteria: expect.arrayContaining([expect.objectContaining({ displayOrder: 1 })]),
    });
    expect(terms.contentHtml).toContain('DEMO-000000');
    expect(terms.contentHtml).not.toMatch(/\{\w+\}/);
    const file = await fixture.call(payerId)('GET', `/loan/${id}/download-loan-agreement`);
    expect(file.headers['content-disposition']).toContain(`Pay-Later_AU${id}.pdf`);
    expect(textOf(file.rawPayload)).toContain('Comparison rate 36.81% a year');
    await change('agreements', id, { campaignFinanceSignatureDate: '2026-11-14', manualAgreement: true });
    const manual = await fixture.call(fixture.admin)('GET', `/loan/${id}/download-loan-agreement`);
    expect(manual.headers['content-disposition']).toContain(`Signature-Record_AU${id}_signed-14-11-26.pdf`);
  });

  it('are refused if there is nothing to agree on, with the card’s message', async () => {
    const { id } = await fixture.aLoan('waiting-approval', { serviceFee: null });
    const answer = await fixture.call(fixture.admin)('GET', `/loan/${id}/download-loan-agreement`);
    expect([answer.statusCode, answer.json().displayText]).toEqual([409, 'Unable to generate Loan Agreement']);
    const { id: undecided } = await fixture.build.aCampaign(fixture.admin, fixture.tenantId);
    expect((await fixture.call(fixture.admin)('GET', `/v1/agreements/${undecided}/finance-terms`)).statusCode).toBe(
      409,
    );
  });
});

describe('the fee calculator', () => {
  const giveOwnTerms = async () => {
    await change('tenants', fixture.tenantId, { identifier: 'example-agency' });
    await fixture.stage.db
      .insertInto('tenantFinanceOptions')
      .values({
        tenantId: fixture.tenantId,
        optionCode: 'pl',
        interestRate: '13.90',
        serviceFeePercent: '0.0480',
        lastUpdateDate: '2026-11-15T02:00:00.000Z',
      })
      .onConflict((row) =>
        row.columns(['tenantId', 'optionCode']).doUpdateSet({ interestRate: '13.90', serviceFeePercent: '0.0480' }),
      )
      .execute();
  };

  it('uses the country’s terms, or those of the organisation that the parameter brand names', async () => {
    const terms = async (brand = '') => (await fixture.stage.as(null)('GET', `/v1/calculator?brand=${brand}`)).json();
    expect(await terms()).toMatchObject({
      brandName: null,
      interestRate: 14.5,
      serviceFeePercent: 0.055,
      caveatFee: 184,
    });
    await giveOwnTerms();
    expect(await terms('example-agency')).toMatchObject({ interestRate: null, serviceFeePercent: 0.048 });
  });

  it('gives an organisation’s totals without its rate, to its own people and to anyone', async () => {
    await giveOwnTerms();
    const asked = '/v1/calculator/estimate?brand=example-agency&campaignBudget=10000&days=90';
    for (const userId of [fixture.manager.userId, null]) {
      const answer = await fixture.stage.as(userId)('GET', asked);
      const { lines, total, points } = answer.json();
      expect(lines.map(({ amount }: { amount: number }) => amount)).toEqual([10_000, 0, 480, 184, 0, 342.74]);
      expect([total, points.at(0), points.at(-1)]).toEqual([
        11_006.74,
        { day: 0, total: 10_664 },
        { day: 180, total: 11_349.48 },
      ]);
      expect(answer.body).not.toContain('ate":');
    }
  });

  // biome-ignore format: a table
  it.each([
    ['campaignBudget=10000.005&days=90',        'campaignBudget', 'Enter an amount.'],
    ['campaignBudget=10000000.01&days=90',      'campaignBudget', 'Enter at most $10,000,000.'],
    ['campaignBudget=1&additional=-5&days=90',  'additional',     'Enter an amount.'],
    ['campaignBudget=10000&days=181',           'days',           'Enter a number from 0 to 180.'],
  ])('refuses to estimate %s, with the words under its field', async (query, field, message) => {
    const answer = await fixture.stage.as(null)('GET', `/v1/calculator/estimate?${query}`);
    expect([answer.statusCode, answer.json().validation[field][0].message]).toEqual([400, message]);
  });
});
