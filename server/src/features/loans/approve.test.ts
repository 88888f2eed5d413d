import { approvedAlone, approvesOwnContacts } from '@kerb/domain/payers/contact-setters.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileMarketingDocument } from '../../../test/file-document.ts';
import { type LoanFixture, startLoanFixture, terms } from '../../../test/loan-fixture.ts';

let fixture: LoanFixture;
beforeAll(async () => {
  fixture = await startLoanFixture({ now: '2026-11-15T02:00:00.000Z' });
});

const attach = async (agreementId: number) => {
  const { stage, tenantId, admin } = fixture;
  const uploadDate = '2026-11-15T02:00:00.000Z';
  const asset = await stage.db
    .insertInto('assets')
    .values({
      tenantId,
      fileName: 'agreement.pdf',
      contentType: 'application/pdf',
      size: 1,
      sha256: Buffer.alloc(32),
      storageKey: `approve-${agreementId}`,
      sealedFileKey: Buffer.alloc(60),
      uploadedByUserId: admin.userId,
      uploadDate,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attachment = { agreementId, assetId: asset.id, signatoryId: null, uploadedByUserId: admin.userId, uploadDate };
  await stage.db
    .insertInto('attachments')
    .values({ ...attachment, purpose: 'lending-agreement' })
    .execute();
};

const change = (id: number, columns: object) =>
  fixture.stage.db.updateTable('agreements').set(columns).where('id', '=', id).execute();
const approve = (id: number) => fixture.setStatus(fixture.admin, id, { status: 'approved' });
const brokenRules = async (id: number) =>
  (await fixture.loanOf(fixture.admin, id)).approval.rules.filter(({ holds }: { holds: boolean }) => !holds);

describe('approving a Pay Later application', () => {
  it('changes its status, sends every payer their link, and logs it, in one transaction', async () => {
    const { id, payer } = await fixture.aLoan('waiting-approval');
    expect((await approve(id)).json().status).toBe('approved');
    expect((await fixture.read(fixture.admin, id)).applicationApprovedDate).toBe('2026-11-15T02:00:00.000Z');
    const messages = (await fixture.messagesOf(id)).filter(({ kind }) => kind === 'application-approved');
    expect(messages).toMatchObject([
      {
        recipient: payer.emailAddress,
        audience: 'vendor',
        subject: expect.stringMatching(/^Your Pay Later .* is approved$/),
      },
    ]);
    expect(messages[0]!.body).toContain(secretPlace);
    const codes = (await fixture.logOf(id)).map(({ activityCode }) => activityCode);
    expect(codes).toEqual(expect.arrayContaining(['campaign_status_change']));
  });

  // biome-ignore format: a table
  it.each([
    ['a budget',                           { campaignBudget: null },                              'campaignBudget'],
    ['a service fee',                      { serviceFee: null },                                  'serviceFee'],
    ['an interest rate',                   { interestRate: null },                                'interestRate'],
    ['a comparison rate',                  { comparisonRate: '0.00' },                            'serviceFee'],
    ['a price',                            { sellingPriceMin: null },                             'sellingPriceMin'],
    ['a sufficient price',                 { campaignBudget: '27000.00' },                        'sellingPriceMin'],
    ['the document of a manual agreement', { manualAgreement: true },                             'lendingDocuments'],
  ])('is refused without %s, with the rule’s message and the field to correct', async (_what, columns, field) => {
    const { id } = await fixture.aLoan('waiting-approval', columns);
    await fileMarketingDocument(fixture.stage, id, fixture.tenantId);
    const answer = await approve(id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().displayText).toMatch(/^Please check all required information: /);
    expect(await brokenRules(id)).toMatchObject([{ mendedBy: field, holds: false }]);
    expect((await fixture.read(fixture.admin, id)).status).toBe('waiting-approval');
    expect((await fixture.messagesOf(id)).filter(({ kind }) => kind.startsWith('application-'))).toEqual([]);
  });

  it('is refused without the Marketing Schedule that the budget needs, and names it', async () => {
    const { id } = await fixture.aLoan('waiting-approval', { campaignBudget: '10000.01' });
    expect(await brokenRules(id)).toMatchObject([{ name: 'schedule', mendedBy: 'marketingDocuments' }]);
    const answer = await approve(id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().displayText).toMatch(/^A Marketing Schedule is required for campaigns over \$10,000\./);
    await fileMarketingDocument(fixture.stage, id, fixture.tenantId);
    expect((await approve(id)).statusCode).toBe(200);
  });

  it.each(['AU', 'NZ'])('in %s needs the interest rate, which cannot be emptied', async (country) => {
    const there = country === 'AU' ? fixture : await startLoanFixture({ env: { COUNTRY: country } });
    const { id } = await there.aLoan('waiting-approval');
    const save = (body: object) => there.stage.as(there.admin.userId)('PUT', `/v1/agreements/${id}`, body);
    const answer = await save({ interestRate: null });
    expect([answer.statusCode, answer.json().validation]).toEqual([
      400,
      { interestRate: [{ type: 'notValid', message: 'Enter the interest rate.' }] },
    ]);
    const emptied = { interestRate: null };
    await there.stage.db.updateTable('agreements').set(emptied).where('id', '=', id).execute();
    expect((await there.setStatus(there.admin, id, { status: 'approved' })).json().displayText).toContain(
      'The interest rate is set',
    );
    const draw = () => there.stage.as(there.admin.userId)('GET', `/loan/${id}/download-loan-agreement`);
    expect((await draw()).statusCode).toBe(409);
    expect((await save({ interestRate: 0 })).json()).toMatchObject({ interestRate: 0 });
    expect((await there.setStatus(there.admin, id, { status: 'approved' })).statusCode).toBe(200);
  });

  it('passes below three per cent but not at three, and names the largest budget that would pass', async () => {
    const { id } = await fixture.aLoan('waiting-approval', { campaignBudget: '27000.00' });
    await fileMarketingDocument(fixture.stage, id, fixture.tenantId);
    expect((await fixture.loanOf(fixture.admin, id)).approval).toMatchObject({
      isOpen: true,
      holds: false,
      largestBudget: 26999.99,
    });
    await change(id, { campaignBudget: '26999.99' });
    expect((await fixture.loanOf(fixture.admin, id)).approval.holds).toBe(true);
    expect((await approve(id)).statusCode).toBe(200);
  });

  it('is refused to the admin who entered the contacts of a payer, and allowed to another one', async () => {
    const { stage, build, tenantId, manager, admin } = fixture;
    const other = await build.aPerson('admin');
    const ready = { ...terms, status: statusRank('waiting-approval') };
    const vendors = (id: number) => `/v2/campaigns/${id}/vendors`;
    const ways: ((id: number, payerId: number) => Promise<unknown>)[] = [
      (_, payerId) => fixture.call(admin)('PUT', `/v1/signatories/${payerId}`, { emailAddress: 'mine@example.com' }),
      (_, payerId) => fixture.call(admin)('PUT', `/v1/signatories/${payerId}`, { mobilePhone: '0412 606 001' }),
      (id) => fixture.call(admin)('POST', vendors(id), { ...build.aPayer(), emailAddress: 'another@example.com' }),
    ];
    for (const enter of ways) {
      const { id, payers } = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
      await enter(id, payers[0]!.id);
      // A later change by somebody else does not hide the first.
      await fixture.call(manager)('PUT', `/v1/signatories/${payers[0]!.id}`, { mobilePhone: '0412 606 002' });
      await stage.db.updateTable('agreements').set(ready).where('id', '=', id).execute();
      const { items } = (await fixture.call(admin)('GET', vendors(id))).json();
      expect(items.some((item: { contactsEnteredByYou?: boolean }) => item.contactsEnteredByYou)).toBe(true);
      const refused = await approve(id);
      expect([refused.statusCode, refused.json().displayText]).toEqual([409, approvesOwnContacts]);
      expect((await fixture.setStatus(other, id, { status: 'approved' })).statusCode).toBe(200);
    }
  });

  it('is refused to the admin who raised the campaign, unless there is no other admin, as the log says', async () => {
    const { stage, build, tenantId, admin, call, setStatus, logOf } = await startLoanFixture();
    const raised = async () => {
      const { id } = await build.aCampaign(admin, tenantId, { status: 'waiting-invite' });
      const ready = { ...terms, status: statusRank('waiting-approval') };
      await stage.db.updateTable('agreements').set(ready).where('id', '=', id).execute();
      const { items } = (await call(admin)('GET', `/v2/campaigns/${id}/vendors`)).json();
      return { id, payer: items[0] };
    };
    const notes = async (id: number) =>
      (await logOf(id)).filter(({ description }) => description === approvedAlone).map(({ userName }) => userName);
    const first = await raised();
    expect(first.payer).toMatchObject({ contactsEnteredByYou: true, isAlone: true });
    expect((await setStatus(admin, first.id, { status: 'approved' })).statusCode).toBe(200);
    expect(await notes(first.id)).toEqual([admin.displayName]);

    const other = await build.aPerson('admin');
    const second = await raised();
    expect([second.payer.contactsEnteredByYou, second.payer.isAlone]).toEqual([true, undefined]);
    const refused = await setStatus(admin, second.id, { status: 'approved' });
    expect([refused.statusCode, refused.json().displayText]).toEqual([409, approvesOwnContacts]);
    expect((await setStatus(other, second.id, { status: 'approved' })).statusCode).toBe(200);
    expect(await notes(second.id)).toEqual([]);

    // A disabled admin cannot approve instead.
    await stage.db
      .updateTable('users')
      .set({ disabledDate: '2026-11-01T00:00:00.000Z' })
      .where('id', '=', other.userId)
      .execute();
    const third = await raised();
    expect((await setStatus(admin, third.id, { status: 'approved' })).statusCode).toBe(200);
    expect(await notes(third.id)).toHaveLength(1);
  });

  it('is for admins only, and its rules are hidden from everyone else', async () => {
    const { id, payerId } = await fixture.aLoan('waiting-approval');
    expect((await fixture.setStatus(fixture.manager, id, { status: 'approved' })).statusCode).toBe(409);
    for (const who of [fixture.manager, payerId]) expect((await fixture.loanOf(who, id)).approval).toBeUndefined();
  });
});

describe('approving a Pay On Success application', () => {
  const pos = { financeOptionCode: 'pos', serviceFee: '600.00', sellingPriceMin: null, comparisonRate: null };
  it('needs its document or the manual flag, and no valuation', async () => {
    const { id } = await fixture.aLoan('waiting-info', pos);
    expect(await brokenRules(id)).toMatchObject([{ name: 'document', figure: { kind: 'count', value: 0 } }]);
    expect((await approve(id)).statusCode).toBe(409);
    await attach(id);
    expect((await approve(id)).json().status).toBe('approved');
    const manual = await fixture.aLoan('waiting-approval', { ...pos, manualAgreement: true });
    expect((await approve(manual.id)).statusCode).toBe(200);
  });

  it('needs a service fee above zero', async () => {
    const { id } = await fixture.aLoan('waiting-approval', { ...pos, serviceFee: '0.00', manualAgreement: true });
    expect(await brokenRules(id)).toMatchObject([{ name: 'feeAbove' }]);
    expect((await approve(id)).statusCode).toBe(409);
  });
});

describe('the approval email', () => {
  it('is sent again to the payers of an approved application, and of no other', async () => {
    const { id, payer } = await fixture.aLoan('waiting-approval');
    const again = () => fixture.call(fixture.admin)('POST', `/v2/campaigns/${id}/send-approved-email`);
    expect((await again()).statusCode).toBe(409);
    await approve(id);
    expect((await again()).json()).toEqual({ success: true, sentTo: [payer.emailAddress] });
    expect((await fixture.messagesOf(id)).filter(({ kind }) => kind === 'application-approved')).toHaveLength(2);
    expect((await fixture.logOf(id)).at(-1)).toMatchObject({ description: 'Approval email sent again' });
  });
});

describe('requesting information, and declining', () => {
  it.each([
    ['waiting-info', 'We need more information'],
    ['rejected', 'has been declined'],
  ])('%s needs a reason, which the payer reads on the page and in a message', async (status, subject) => {
    const { id, payerId } = await fixture.aLoan('waiting-approval');
    const reason = 'Please send your rates notice.';
    expect((await fixture.setStatus(fixture.admin, id, { status, reason })).statusCode).toBe(200);
    expect(await fixture.read(fixture.manager, id)).toMatchObject({ status, statusReason: reason });
    if (status === 'waiting-info') expect((await fixture.read(payerId, id)).statusReason).toBe(reason);
    const messages = (await fixture.messagesOf(id)).filter(({ kind }) => kind === `application-${status}`);
    expect(messages).toMatchObject([
      { subject: expect.stringContaining(subject), body: expect.stringContaining(reason) },
    ]);
  });

  it('clears the reason once the application continues, and stores none in other statuses', async () => {
    const { id } = await fixture.aLoan('waiting-approval');
    await fixture.setStatus(fixture.admin, id, { status: 'waiting-info', reason: 'Please call.' });
    await fixture.setStatus(fixture.admin, id, { status: 'waiting-approval', reason: 'Not kept' });
    expect((await fixture.read(fixture.admin, id)).statusReason).toBeNull();
  });
});

describe('terms that staff enter', () => {
  const save = (id: number, body: object) => fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, body);

  it('change the comparison rate', async () => {
    const { id } = await fixture.aLoan('waiting-approval');
    expect((await save(id, { serviceFee: 300 })).json()).toMatchObject({ serviceFee: 300, comparisonRate: 26.67 });
    expect((await save(id, { interestRate: 10 })).json().comparisonRate).toBe(22.17);
  });

  it('are refused if invalid, and the error names the field', async () => {
    const { id } = await fixture.aLoan('waiting-approval');
    for (const [field, value] of [
      ['interestRate', 100.01],
      ['interestFreeDays', 366],
      ['interestFreeDays', -1],
    ] as const) {
      const answer = await save(id, { [field]: value });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().validation[field]).toHaveLength(1);
    }
  });

  it('set the range of the mortgage', async () => {
    const { id } = await fixture.aLoan('waiting-approval');
    for (const [mortgageBalance, range] of [
      [600_000, 'lt75'],
      [700_000, 'lt90'],
      [850_000, 'gt90'],
    ] as const) {
      expect((await save(id, { mortgageBalance })).json().mortgageBalanceRange).toBe(range);
    }
  });
});
