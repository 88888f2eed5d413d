import { randomUUID } from 'node:crypto';
import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import { ledgerBalance } from '@kerb/server/features/loan-books/ledger-balance.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawn, type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';
import { pdfText } from '../../../test/pdf-text.ts';

let fixture: LoanFixture;
let id: number;

const noon = (day: string) => `${day}T01:00:00.000Z`;
const setDay = (day: string) => {
  fixture.stage.deps.clock = clockOf(() => Temporal.Instant.from(noon(day)));
};

/** A loan of 10,000 from 1 November, of which 5,000 were repaid on 15 November. */
beforeAll(async () => {
  fixture = await startLoanFixture({ now: noon('2026-11-15') });
  const { campaignFinanceLoanStartDate: campaignFinanceSignatureDate } = drawn;
  ({ id } = await fixture.aLoan('signed', { campaignFinanceSignatureDate }));
  const call = fixture.call(fixture.admin);
  await call('PUT', `/v1/agreements/${id}`, drawn);
  const repayment = { amount: 5_000, date: '2026-11-15' };
  await call('POST', `/v1/agreements/${id}/repayments`, repayment, { 'idempotency-key': randomUUID() });
  setDay('2026-12-01');
  await accrueInterest(fixture.stage.deps);
});

const statement = async (query = '') =>
  (await fixture.call(fixture.admin)('GET', `/v1/agreements/${id}/loan-statement${query}`)).json();

describe('the statement of a loan', () => {
  it('has every line from its start to today, and ends with what is owed', async () => {
    const { opening, lines, closing } = await statement();
    expect(opening).toBe(0);
    expect(
      lines.map((line: Record<string, unknown>) => [line.day, line.until, line.description, line.amount, line.balance]),
    ).toEqual([
      ['2026-11-01', null, 'Amount financed', 10_000, 10_000],
      ['2026-11-01', null, 'Pay Later Fee', 550, 10_550],
      ['2026-11-01', null, 'Security Registration Fee', 184, 10_734],
      ['2026-11-01', '2026-11-14', 'Interest', 55.62, 10_789.62],
      ['2026-11-15', null, expect.stringMatching(/^Payment P\d+$/), -5_000, 5_789.62],
      ['2026-11-15', '2026-11-30', 'Interest', expect.any(Number), closing],
    ]);
    const { total } = await ledgerBalance(fixture.stage.db, id, '2026-12-01');
    expect(closing).toBe(total / 100);
  });

  it('begins a period with what was owed, and refuses one that ends before it begins', async () => {
    const first = await statement('?to=2026-11-14');
    const second = await statement('?from=2026-11-15&to=2026-11-15');
    expect([first.closing, second.opening, second.lines.length]).toEqual([10_789.62, 10_789.62, 2]);
    const answer = await fixture.call(fixture.admin)(
      'GET',
      `/v1/agreements/${id}/loan-statement?from=2026-11-15&to=2026-11-14`,
    );
    expect([answer.statusCode, Object.keys(answer.json().validation)]).toEqual([400, ['to']]);
  });

  it('is a PDF with the same figures', async () => {
    const answer = await fixture.call(fixture.admin)('GET', `/v1/agreements/${id}/loan-statement/pdf?to=2026-11-15`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = pdfText(answer.rawPayload);
    for (const words of ['Loan Statement', 'Amount financed', '$10,789.62', '-$5,000.00', 'Owed at the end of']) {
      expect(text).toContain(words);
    }
  });
});
