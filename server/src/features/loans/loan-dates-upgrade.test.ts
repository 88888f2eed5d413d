import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { up } from '../../../migrations/0045-loan-dates.ts';
import { startLoanFixture } from '../../../test/loan-fixture.ts';
import { asOwner } from '../../../test/test-database.ts';

const { stage, aLoan } = await startLoanFixture();

it('the upgrade gives signed loans a start, and sends no reminder of the due day twice', async () => {
  const [signed, drawn] = [
    { campaignFinanceSignatureDate: '2026-06-01' },
    { campaignFinanceDrawdownDate: '2026-06-04' },
  ];
  // biome-ignore format: a table
  const loans = [
    { ...await aLoan('signed', signed),                                                             start: '2026-06-01' },
    { ...await aLoan('executed', { ...signed, ...drawn }),                                          start: '2026-06-04' },
    { ...await aLoan('executed', drawn),                                                            start: '2026-06-04' },
    { ...await aLoan('executed', { ...signed, ...drawn, campaignFinanceLoanStartDate: '2026-06-20' }), start: '2026-06-20' },
    { ...await aLoan('approved', signed),                                                           start: null },
    { ...await aLoan('executed', { ...drawn, financeOptionCode: 'pn' }),                            start: null },
  ];
  const reminder = { agreementId: loans[1]!.id, sentDate: '2026-07-10T00:00:00.000Z', recipients: JSON.stringify([]) };
  await stage.db
    .insertInto('loanReminders')
    .values([
      { ...reminder, name: 'payment-due', day: '2026-07-10', occasion: 'payment-due:2026-07-03' },
      { ...reminder, name: 'post-settlement', day: '2026-07-04', occasion: 'post-settlement:2026-07-03' },
    ])
    .execute();
  await asOwner(stage.db, async (tx) => {
    await sql`alter table loan_invoices drop column settlement`.execute(tx);
    await sql`drop index agreements_withdrawn_loans_by_start, agreements_withdrawn_loans_by_day`.execute(tx);
    await up(tx as unknown as Kysely<unknown>);
  });
  const starts = await stage.db.selectFrom('agreements').select(['id', 'campaignFinanceLoanStartDate']).execute();
  for (const { id, start } of loans) {
    expect(starts.find((row) => row.id === id)?.campaignFinanceLoanStartDate).toBe(start);
  }
  const sent = await stage.db.selectFrom('loanReminders').select('occasion').orderBy('occasion').execute();
  expect(sent.map(({ occasion }) => occasion)).toEqual(['payment-due:2026-07-10', 'post-settlement:2026-07-03']);
});
