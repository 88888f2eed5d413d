import { describe, expect, it } from 'vitest';
import { drawn, startLoanFixture } from '../../../test/loan-fixture.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { unguarded } from '../../../test/unguarded.ts';

/** 13:00 in Sydney, 15:00 in Auckland, on 15 November. */
const now = '2026-11-15T02:00:00.000Z';
const settling = { ...drawn, propertySettlementDate: '2026-12-12' };
const textOf = (body: Buffer) => pdfText(body).replaceAll(/\s+/g, ' ');

describe.each(['AU', 'NZ'] as const)('a loan invoice before settlement, in %s', async (COUNTRY) => {
  const fixture = await startLoanFixture({ now, env: { COUNTRY } });
  const { call, admin, aLoan } = fixture;
  const invoiceOf = async (id: number) =>
    textOf((await call(admin)('GET', `/loan/${id}/download-loan-invoice`)).rawPayload);

  it('states what is owed on the settlement, on the due day and for each day, in the PDF and in the mail', async () => {
    const { id } = await aLoan('waiting-settlement', settling);
    await fixture.stage.db
      .updateTable('tenants')
      .set({ settlementInvoiceContactPrimary: 'campaignVendors' })
      .where('id', '=', fixture.tenantId)
      .execute();
    const sent = await call(admin)('POST', `/v2/loan/${id}/send-invoice`, { type: 'pre_settlement' });
    expect(sent.statusCode, sent.body).toBe(200);
    // 14, 41 and 48 days at 14.5 per cent on 10,000, and 734 in fees.
    const text = await invoiceOf(id);
    for (const words of [
      'Due 19 December 2026',
      'Total as of 15 November 2026 $10,789.62',
      'To pay on 12 December 2026 (settlement, estimate) $10,896.88',
      'To pay on 19 December 2026 (due, estimate) $10,924.68',
      'Interest for each day $3.97',
      'Amounts for days ahead are estimates',
    ]) {
      expect(text).toContain(words);
    }
    const [mail] = (await fixture.messagesOf(id)).filter(({ kind }) => kind === 'loan-invoice');
    for (const words of [
      'Repaying it on 12 December 2026 (settlement) costs $10,896.88, by our estimate.',
      'Repaying it on 19 December 2026 (due) costs $10,924.68, by our estimate.',
      'Interest for each day is $3.97.',
    ]) {
      expect(mail!.body).toContain(words);
    }
    const view = await fixture.loanOf(admin, id);
    expect(view.ahead).toEqual(view.invoices.last.settlement);
    expect(view.ahead).toMatchObject({ interestPerDay: 3.97, amounts: [{ total: 10896.88 }, { total: 10924.68 }] });
  });

  it('keeps its figures as it was made, also without being sent, and when the settlement moves', async () => {
    const { id } = await aLoan('waiting-settlement', settling);
    const made = await call(admin)('POST', `/v2/loan/${id}/generate-invoice`, { type: 'pre_settlement' });
    expect(made.json().settlement.amounts[0]).toMatchObject({ kind: 'settlement', day: '2026-12-12', total: 10896.88 });
    await call(admin)('PUT', `/v1/agreements/${id}`, { propertySettlementDate: '2026-12-20' });
    expect(await invoiceOf(id)).toContain('To pay on 12 December 2026 (settlement, estimate) $10,896.88');
    expect((await fixture.loanOf(admin, id)).ahead.amounts[0]).toMatchObject({ day: '2026-12-20' });
  });

  it('of a loan without a settlement states the end of the longest term as its due day', async () => {
    const { id } = await aLoan('executed', drawn);
    const text = await invoiceOf(id);
    expect(text).toContain('Due 30 April 2027');
    expect(text).toContain('To pay on 30 April 2027 (due, estimate) $11,449.07');
  });

  it('names the first day with interest while the interest-free days run', async () => {
    const { id } = await aLoan('waiting-settlement', { ...settling, interestFreeDays: 30 });
    expect(await invoiceOf(id)).toContain('Interest for each day from 1 December 2026 $3.97');
  });

  it('of a loan without interest states the same amount for every day, and no estimate', async () => {
    const { id } = await aLoan('waiting-settlement', { ...settling, financeOptionCode: 'pos' });
    const text = await invoiceOf(id);
    expect(text).toContain('To pay on 12 December 2026 (settlement) $10,550.00');
    expect(text).toContain('To pay on 19 December 2026 (due) $10,550.00');
    expect(text).not.toMatch(/Interest for each day|estimate/);
  });

  it('from before these amounts were stored is still drawn', async () => {
    const { id } = await aLoan('waiting-settlement', settling);
    await call(admin)('POST', `/v2/loan/${id}/generate-invoice`, { type: 'standard' });
    const { db } = fixture.stage;
    await unguarded(db, 'loan_invoices', () =>
      db.updateTable('loanInvoices').set({ settlement: null }).where('agreementId', '=', id).execute(),
    );
    const text = await invoiceOf(id);
    expect(text).toContain('Total as of 15 November 2026 $10,789.62');
    expect(text).not.toContain('To pay on');
  });
});
