import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';
import { operatingAccount } from '../../../test/operating-account.ts';
import { pdfText } from '../../../test/pdf-text.ts';

const operating = { accountName: 'Kerb Operating', bsbNumber: '012-345', payId: null };
const now = '2026-11-15T01:00:00.000Z';

describe('an operating account of its own', () => {
  let fixture: LoanFixture;
  let loanId: number;
  beforeAll(async () => {
    fixture = await startLoanFixture({ env: operatingAccount, now });
    loanId = await fixture.aDrawnLoan();
  });
  const read = async (path: string) => (await fixture.call(fixture.admin)('GET', path)).json();

  it('is where a loan is repaid', async () => {
    const { payTo } = await read(`/v1/agreements/${loanId}/loan-account`);
    expect(payTo).toMatchObject({ ...operating, reference: `FLOW-AU${loanId}` });
  });

  it('is on the letter that states the cost of repaying', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const path = `/v1/agreements/${loanId}/payout-letters`;
    const answer = await fixture.call(fixture.admin)('POST', path, { date: '2026-11-30' }, key);
    const letter = answer.json();
    const { payTo } = (await fixture.stage.as(null)('GET', `/v1/payout-letters/${letter.code}`)).json();
    expect(payTo).toMatchObject({ accountName: 'Kerb Operating', bsbNumber: '012-345' });
    const pdf = await fixture.call(fixture.admin)('GET', letter.href);
    expect(pdfText(pdf.rawPayload)).toContain('Kerb Operating');
  });

  it('is not where a payer pays for a campaign', async () => {
    const { id } = await fixture.aLoan('waiting-info', { financeOptionCode: 'pn' });
    const { bankTransfer } = await read(`/v1/agreements/${id}/payment-details`);
    expect(bankTransfer).toMatchObject({ accountName: 'Kerb Demo Funds', payId: 'payments@example.com' });
  });
});

describe('without an operating account', () => {
  it('a loan is repaid into the account that payers pay into', async () => {
    const fixture = await startLoanFixture({ now });
    const id = await fixture.aDrawnLoan();
    const answer = await fixture.call(fixture.admin)('GET', `/v1/agreements/${id}/loan-account`);
    expect(answer.json().payTo).toMatchObject({ accountName: 'Kerb Demo Funds', payId: 'payments@example.com' });
  });
});
