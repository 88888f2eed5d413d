import { describe, expect, it } from 'vitest';
import { startLoanFixture } from '../../../test/loan-fixture.ts';
import { pdfInfo, pdfText } from '../../../test/pdf-text.ts';

/** 13:00 in Sydney, 15:00 in Auckland, on 15 November. */
const now = '2026-11-15T02:00:00.000Z';

describe.each(['AU', 'NZ'] as const)('the papers of a loan, in %s', async (COUNTRY) => {
  const { call, admin, aLoan, setStatus } = await startLoanFixture({ now, env: { COUNTRY } });

  it('state the money that the ledger lends: agreement, invoice and payout letter', async () => {
    const { id } = await aLoan('approved', { campaignAdditionalAmount: '2500.50' });
    const signed = await setStatus(admin, id, { status: 'signed' });
    expect(signed.statusCode, signed.body).toBe(200);
    const money = (await call(admin)('GET', `/v1/agreements/${id}/money`)).json();
    expect(money).toMatchObject({ agreed: 12_500.5, kept: 12_500.5, lent: 0 });

    const agreement = (await call(admin)('GET', `/loan/${id}/download-loan-agreement`)).rawPayload;
    expect(pdfText(agreement)).toContain('Amount financed $12,500.50');
    expect(pdfInfo(agreement)).toMatchObject({ Tagged: 'yes', Encrypted: 'no' });

    const drawdown = { campaignFinanceDrawdownDate: '2026-11-15' };
    expect((await call(admin)('PUT', `/v1/agreements/${id}`, drawdown)).statusCode).toBe(200);
    const lines = ['Campaign Budget $10,000.00', 'Additional Amount $2,500.50'];
    const invoice = (await call(admin)('GET', `/loan/${id}/download-loan-invoice`)).rawPayload;
    for (const words of lines) expect(pdfText(invoice)).toContain(words);

    const letter = await call(admin)('POST', `/v1/agreements/${id}/payout-letters`, { date: '2026-11-30' });
    expect(letter.statusCode, letter.body).toBeLessThan(300);
    const drawn = pdfText((await call(admin)('GET', letter.json().href)).rawPayload);
    for (const words of lines) expect(drawn).toContain(words);
  });
});
