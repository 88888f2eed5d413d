import { randomUUID } from 'node:crypto';
import { countryCodes } from '@kerb/domain/countries/country.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawn, type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';
import { statementFile } from '../../../test/statement-file.ts';

const noon = (day: Day) => `${day}T01:00:00.000Z`;
const start = drawn.campaignFinanceLoanStartDate;

/** 10,000 at 14.5 %, with fees of 734. After 14 days 55.62 of interest: 10,789.62 on 15 November. */
describe.each(countryCodes.map((code) => [code]))('repayments of a loan, in %s', (country) => {
  let fixture: LoanFixture;
  beforeAll(async () => {
    fixture = await startLoanFixture({ env: { COUNTRY: country }, now: noon('2026-11-15') });
  });

  const setDay = (day: Day) => {
    fixture.stage.deps.clock = clockOf(() => Temporal.Instant.from(noon(day)));
  };
  async function aDrawnLoan(columns: object = {}) {
    setDay('2026-11-15');
    const { id } = await fixture.aLoan('signed', { campaignFinanceSignatureDate: start, ...columns });
    const answer = await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, drawn);
    expect(answer.statusCode, answer.body).toBe(200);
    return id;
  }
  const post = (id: number, path: string, body: object, key: string = randomUUID()) =>
    fixture.call(fixture.admin)('POST', `/v1/agreements/${id}/${path}`, body, { 'idempotency-key': key });
  async function repay(id: number, amount: number, date: Day = '2026-11-15', key?: string) {
    const answer = await post(id, 'repayments', { amount, date }, key);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }
  const accountOf = async (id: number, date?: Day) =>
    (
      await fixture.call(fixture.admin)('GET', `/v1/agreements/${id}/loan-account${date ? `?date=${date}` : ''}`)
    ).json();
  const read = (id: number) => fixture.read(fixture.admin, id);
  const divided = ({
    repayments,
  }: {
    repayments: { fees: number; interest: number; principal: number; held: number }[];
  }) => repayments.map(({ fees, interest, principal, held }) => [fees, interest, principal, held]);
  const isRight = async () => expect(await brokenInvariants(fixture.stage.db)).toEqual([]);

  it('in part take fees, then interest, then principal, and the loan stays open', async () => {
    const id = await aDrawnLoan();
    const account = await repay(id, 1_789.62);
    expect(divided(account)).toEqual([[734, 55.62, 1_000, 0]]);
    expect([account.owed, account.held]).toEqual([9_000, 0]);
    expect(await read(id)).toMatchObject({ status: 'executed', campaignFinanceRepaidDate: null });
    // 9,000 × 14.5 % × 10 / 365 = 35.753…, after 55.616… of the first 14 days.
    setDay('2026-11-25');
    await accrueInterest(fixture.stage.deps);
    expect((await accountOf(id)).owed).toBe(9_035.75);
    expect((await fixture.loanOf(fixture.admin, id)).balances.today).toMatchObject({ total: 9_035.75 });
    await isRight();
  });

  it('of the exact amount close the loan on the day of the money, and its letter and reminders follow', async () => {
    const id = await aDrawnLoan();
    const letter = await post(id, 'payout-letters', { date: '2026-11-15' });
    expect(letter.json()).toMatchObject({ total: 10_789.62, state: 'valid' });
    setDay('2026-11-17');
    await accrueInterest(fixture.stage.deps);
    const account = await repay(id, 10_789.62, '2026-11-15');
    expect([account.owed, account.held, account.ahead]).toEqual([0, 0, []]);
    expect(await read(id)).toMatchObject({ status: 'complete', campaignFinanceRepaidDate: '2026-11-15' });
    const loan = await fixture.loanOf(fixture.admin, id);
    expect([loan.isRunning, loan.payout.isOpen, loan.payout.letters[0].state]).toEqual([false, false, 'repaid']);
    const [mail] = (await fixture.messagesOf(id)).filter(({ kind }) => kind === 'payment-received');
    expect(mail).toMatchObject({
      audience: 'vendor',
      body: expect.stringContaining('The loan is repaid. Nothing is owed.'),
    });
    // The interest that was posted for two later days is taken back.
    expect((await accountOf(id, '2026-11-17')).owed).toBe(0);
    await isRight();
  });

  it('of more than is owed hold the rest for the payer, who gets it back', async () => {
    const id = await aDrawnLoan();
    expect(divided(await repay(id, 10_800))).toEqual([[734, 55.62, 10_000, 10.38]]);
    expect(await read(id)).toMatchObject({ status: 'complete', isMoneyHeld: true });
    const returned = await post(id, 'return-held-money', { amount: 10.38, description: 'Bank reference 1' });
    expect(returned.statusCode, returned.body).toBe(200);
    await isRight();
  });

  it('that are voided leave the loan owed again, as if they had never come', async () => {
    const id = await aDrawnLoan();
    const before = await accountOf(id);
    const { repayments } = await repay(id, before.owed);
    const voided = await fixture.call(fixture.admin)('POST', `/v1/payments/${repayments[0].id}/void`, {
      reason: 'It bounced',
    });
    expect(voided.json(), voided.body).toMatchObject({ status: 'voided' });
    const after = await accountOf(id);
    expect([after.owed, after.lines]).toEqual([before.owed, before.lines]);
    expect(await read(id)).toMatchObject({ status: 'executed', campaignFinanceRepaidDate: null });
    setDay('2026-11-16');
    await accrueInterest(fixture.stage.deps);
    expect((await accountOf(id)).owed).toBe(10_793.59);
    await isRight();
  });

  it('that are recorded late divide those of later days anew', async () => {
    const id = await aDrawnLoan();
    await repay(id, 800);
    const account = await repay(id, 1_000, addDays(start, 5));
    // On day 5, 19.86 of interest were owed. With nine days on 9,753.86 it is 54.736… in all, rounded once.
    expect(divided(account)).toEqual([
      [734, 19.86, 246.14, 0],
      [0, 34.88, 765.12, 0],
    ]);
    expect((await accountOf(id, addDays(start, 5))).owed).toBe(9_753.86);
    await isRight();
  });

  it('are recorded once for each key, also by two requests at once', async () => {
    const id = await aDrawnLoan();
    const key = randomUUID();
    const answers = await Promise.all(
      [1, 2].map(() => post(id, 'repayments', { amount: 100, date: '2026-11-15' }, key)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    await repay(id, 100, '2026-11-15', key);
    expect((await accountOf(id)).repayments).toHaveLength(1);
  });

  it('of two people at once both count', async () => {
    const id = await aDrawnLoan();
    await Promise.all([repay(id, 100), repay(id, 200)]);
    expect((await accountOf(id)).owed).toBe(10_489.62);
    await isRight();
  });

  it('are refused in the future, before the loan started, of nothing, and for a loan that was not drawn', async () => {
    const id = await aDrawnLoan();
    const refusal = async (body: object, of = id) => {
      const answer = await post(of, 'repayments', body);
      return [answer.statusCode, Object.keys(answer.json().validation ?? {})];
    };
    expect(await refusal({ amount: 5, date: '2026-11-16' })).toEqual([400, ['date']]);
    expect(await refusal({ amount: 5, date: '2026-10-31' })).toEqual([400, ['date']]);
    expect(await refusal({ amount: 0, date: '2026-11-15' })).toEqual([400, ['amount']]);
    expect(await refusal({ amount: 5.005, date: '2026-11-15' })).toEqual([400, ['amount']]);
    const { id: signed } = await fixture.aLoan('signed');
    expect(await refusal({ amount: 5, date: '2026-11-15' }, signed)).toEqual([409, []]);
  });

  it('leave a rest of less than a dollar, which an admin writes off, and no larger one', async () => {
    const id = await aDrawnLoan();
    await repay(id, 10_788.62);
    const refused = await post(id, 'write-off-rest', { reason: 'Bank fee' });
    expect(refused.json()).toMatchObject({ status: 409, displayText: expect.stringContaining('$1 is owed.') });
    await repay(id, 0.6);
    const written = await post(id, 'write-off-rest', { reason: 'Bank fee' });
    expect(written.json(), written.body).toMatchObject({ owed: 0, writtenOff: 0.4 });
    expect(await read(id)).toMatchObject({ status: 'complete', campaignFinanceRepaidDate: '2026-11-15' });
    await isRight();
  });

  it('by a repaid date that an admin enters are the rest of that day, recorded by hand', async () => {
    const id = await aDrawnLoan();
    const save = (day: Day | null) =>
      fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, { campaignFinanceRepaidDate: day });
    expect((await save('2026-11-12')).json()).toMatchObject({ status: 'complete' });
    const account = await accountOf(id);
    expect(account.repayments).toMatchObject([{ method: 'manual', amount: 10_777.7, date: '2026-11-12' }]);
    expect(account.owed).toBe(0);
    expect((await save('2026-11-13')).statusCode).toBe(200);
    expect(
      (await accountOf(id)).repayments.map(({ status, amount }: { status: string; amount: number }) => [
        status,
        amount,
      ]),
    ).toEqual([
      ['approved', 10_781.67],
      ['voided', 10_777.7],
    ]);
    expect((await save(null)).json()).toMatchObject({ status: 'executed' });
    expect((await accountOf(id)).owed).toBe(10_789.62);
    await repay(id, 10_789.62);
    const kept = await save(null);
    expect([kept.statusCode, Object.keys(kept.json().validation)]).toEqual([400, ['campaignFinanceRepaidDate']]);
    await isRight();
  });

  const saveRepaid = (id: number, day: Day | null) =>
    fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, { campaignFinanceRepaidDate: day });
  const refusedDate = async (id: number, day: Day | null) => {
    const { statusCode, ...answer } = await saveRepaid(id, day);
    return [statusCode, answer.json().validation?.campaignFinanceRepaidDate?.[0].message];
  };

  it('refuse a repaid date before their own day, and keep the date of the money that repaid the loan', async () => {
    const id = await aDrawnLoan();
    await repay(id, 5_000, '2026-11-10');
    const later = 'Money for this loan came after that day. Enter the day of the last payment, or a later day.';
    expect(await refusedDate(id, '2026-11-05')).toEqual([400, later]);
    expect((await saveRepaid(id, '2026-11-12')).statusCode).toBe(200);
    // The money that the date stood for is on a statement, of an earlier day.
    const { repayments } = await repay(id, 10_000, '2026-11-11');
    expect(await read(id)).toMatchObject({ status: 'complete', campaignFinanceRepaidDate: '2026-11-11' });
    const closed = `Payment P${repayments[0].id} repaid this loan. Void that payment instead.`;
    expect(await refusedDate(id, null)).toEqual([400, closed]);
    expect(await refusedDate(id, '2026-11-13')).toEqual([400, closed]);
    expect(await read(id)).toMatchObject({ status: 'complete', campaignFinanceRepaidDate: '2026-11-11' });
    await isRight();
  });

  it('whose rest was returned keep the loan as it is, until other money replaces it', async () => {
    const id = await aDrawnLoan();
    const { repayments } = await repay(id, 10_800);
    await post(id, 'return-held-money', { amount: 10.38, description: 'Bank reference 1' });
    const again = 'Money for this loan has been returned to the payer. Record the money that replaces it first.';
    const earlier = { campaignFinanceLoanStartDate: addDays(start, -2) };
    const moved = await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, earlier);
    expect([moved.statusCode, moved.json().displayText]).toEqual([409, again]);
    const voidIt = () =>
      fixture.call(fixture.admin)('POST', `/v1/payments/${repayments[0].id}/void`, { reason: 'It bounced' });
    const refused = await voidIt();
    expect([refused.statusCode, refused.json().displayText]).toEqual([409, again]);
    expect((await repay(id, 10_800)).held).toBe(10_800);
    expect((await voidIt()).statusCode).toBe(200);
    expect(await accountOf(id)).toMatchObject({ owed: 0, held: 0 });
    expect(await read(id)).toMatchObject({ status: 'complete', campaignFinanceRepaidDate: '2026-11-15' });
    await isRight();
  });

  it('that are held while the drawdown is removed repay the loan once it is drawn again', async () => {
    const id = await aDrawnLoan();
    await repay(id, 10_785);
    const save = (body: object) => fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, body);
    expect((await save({ campaignFinanceDrawdownDate: null })).statusCode).toBe(200);
    expect(await accountOf(id)).toMatchObject({ held: 10_785 });
    // 9 days bear 35.75, so less is owed than came.
    const again = { campaignFinanceDrawdownDate: '2026-11-06', campaignFinanceLoanStartDate: '2026-11-06' };
    expect((await save(again)).statusCode).toBe(200);
    expect(await accountOf(id)).toMatchObject({ owed: 0, held: 15.25 });
    expect(await read(id)).toMatchObject({ status: 'complete', campaignFinanceRepaidDate: '2026-11-15' });
    await isRight();
  });

  it('before the transfer to the organisation repay what is not paid out yet, which stays owed to it', async () => {
    const id = await aDrawnLoan();
    await repay(id, 10_789.62);
    const books = () =>
      fixture.stage.db
        .selectFrom('campaignBooks')
        .select(['agreed', 'loans', 'organisation', 'repaid'])
        .where('agreementId', '=', id)
        .executeTakeFirstOrThrow();
    expect(await books()).toEqual({ agreed: '0.00', loans: '0.00', organisation: '-10000.00', repaid: '10000.00' });
    await isRight();
  });

  it('are matched from a bank statement line, for what was owed on its day, and the match can be undone', async () => {
    const id = await aDrawnLoan();
    const call = fixture.call(fixture.admin);
    const words = `PAYOUT FLOW-${country}${id}`;
    const text = `Date,Amount,Description\r\n13/11/2026,10781.67,${words}`;
    expect((await call('POST', '/v1/bank-statements', ...statementFile(text))).statusCode).toBe(200);
    const { items } = (await call('GET', '/v1/bank-statement-lines?state=unmatched')).json();
    const line = items.find((each: { words: string }) => each.words === words);
    expect(line.proposals[0]).toMatchObject({ strength: 'strong', reasons: ['reference', 'amount'], outcome: 'exact' });
    const agreement = { href: `/v1/agreements/${id}` };
    const matched = await call('POST', `/v1/bank-statement-lines/${line.id}/accept`, { agreement });
    expect(matched.statusCode, matched.body).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'complete', campaignFinanceRepaidDate: '2026-11-13' });
    expect(divided(await accountOf(id))).toEqual([[734, 47.67, 10_000, 0]]);
    await isRight();
    expect((await call('POST', `/v1/bank-statement-lines/${line.id}/undo`)).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'executed', campaignFinanceRepaidDate: null });
    expect((await accountOf(id)).owed).toBe(10_789.62);
    await isRight();
  });

  it('no longer close a loan whose start moves back, and close it again with the rest', async () => {
    const id = await aDrawnLoan();
    await repay(id, 10_789.62);
    const earlier = { campaignFinanceLoanStartDate: addDays(start, -2) };
    const saved = await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, earlier);
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'executed', campaignFinanceRepaidDate: null });
    // 16 days bear 63.56 and not 55.62.
    expect((await accountOf(id)).owed).toBe(7.94);
    await repay(id, 7.94);
    expect(await read(id)).toMatchObject({ status: 'complete', campaignFinanceRepaidDate: '2026-11-15' });
    await isRight();
  });

  it('keep a campaign from being cancelled until they are voided', async () => {
    const id = await aDrawnLoan();
    const { repayments } = await repay(id, 5_000);
    const cancel = () => fixture.setStatus(fixture.admin, id, { status: 'cancelled' });
    const words = 'Money has repaid a part of this loan. Void its payments first.';
    expect((await cancel()).json()).toMatchObject({ status: 409, displayText: words });
    expect((await accountOf(id)).owed).toBe(5_789.62);
    const body = { reason: 'It bounced' };
    await fixture.call(fixture.admin)('POST', `/v1/payments/${repayments[0].id}/void`, body);
    expect((await cancel()).statusCode).toBe(200);
    const books = await fixture.stage.db
      .selectFrom('campaignBooks')
      .select(['held', 'organisation', 'agreed', 'loans', 'charges', 'accrued', 'repaid'])
      .where('agreementId', '=', id)
      .executeTakeFirstOrThrow();
    expect(Object.values(books).map(Number)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    await isRight();
  });

  it('show arrears after the due day, and what repaying costs in the next days', async () => {
    const id = await aDrawnLoan({ propertySettlementDate: '2026-11-20' });
    expect(await accountOf(id)).toMatchObject({ arrears: null, dueDate: '2026-11-27' });
    setDay('2027-01-05');
    await accrueInterest(fixture.stage.deps);
    const { arrears, ahead, owed } = await accountOf(id);
    expect(arrears).toMatchObject({ daysPastDue: 39, group: 'days-31-60', label: '31–60 days', amount: owed });
    expect(ahead.slice(0, 2)).toEqual([
      { day: '2027-01-05', total: owed, isEstimate: false },
      { day: '2027-01-06', total: expect.closeTo(owed + 3.97, 1), isEstimate: true },
    ]);
    expect(ahead).toHaveLength(15);
  });
});
