import { countries } from '@kerb/domain/countries/countries.ts';
import { type CountryCode, countryCodes } from '@kerb/domain/countries/country.ts';
import type { Loan } from '@kerb/domain/loans/loan-balance.ts';
import { type TermsFacts, termsFacts, termsFor } from '@kerb/domain/signing/terms.ts';
import {
  type AgreementFacts,
  loanAgreement,
  successAgreement,
} from '@kerb/server/features/signing/agreement-document.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { describe, expect, it } from 'vitest';
import { pdfText } from '../../../test/pdf-text.ts';

const named = Object.fromEntries(termsFacts.map((name) => [name, `Example ${name}`])) as TermsFacts;
const loan: Loan = {
  budgetCents: 10_000_00,
  additionalCents: 0,
  serviceFeeCents: 550_00,
  caveatFeeCents: 184_00,
  budgetOwnerFeeCents: 0,
  interestRateBasisPoints: 1_450,
  interestFreeDays: 0,
  startDate: '2026-11-16',
};

const factsOf = (code: CountryCode, option: 'pl' | 'pos'): AgreementFacts => ({
  country: countries[code],
  letterhead: { brand: countries[code].brand, colour: countries[code].brandColour, sender: ['Example Lender'] },
  date: '2026-11-15T00:00:00.000Z',
  flowNumber: `${code}10231`,
  property: '12 Wattle Street, Yass',
  organisation: 'Example Agency',
  payers: ['Vera Sampleton', 'Victor Testworth'],
  budgetOwnerFeeName: 'Custom Fixed Fee',
  fundingRequestDate: '2026-11-16',
  comparisonRateBasisPoints: code === 'AU' ? 36_81 : null,
  terms: termsFor(countries[code], option, named)!,
});

/** Joins broken lines, so that words are found across line ends. */
const textOf = async (document: Parameters<typeof drawPdf>[0]) =>
  pdfText(await drawPdf(document, 'somebody')).replaceAll(/\s+/g, ' ');

describe('a loan agreement', () => {
  it('states every figure of the loan, in Australia', async () => {
    const text = await textOf(loanAgreement(factsOf('AU', 'pl'), loan));
    for (const words of [
      'Pay Later loan agreement',
      'Vera Sampleton',
      'Victor Testworth',
      'AU10231',
      '12 Wattle Street, Yass',
      'Amount financed $10,000.00',
      'Pay Later Fee $550.00',
      'Security Registration Fee $184.00',
      'Interest rate 14.50% a year, fixed',
      'Comparison rate 36.81% a year over 90 days',
      '90 days $357.53 $11,091.53',
      '180 days $715.07 $11,449.07',
      'hardship',
      'Example disputeScheme',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('discloses what New Zealand law requires', async () => {
    const text = await textOf(loanAgreement(factsOf('NZ', 'pl'), { ...loan, interestRateBasisPoints: 1_595 }));
    for (const words of [
      'Establishment Fee',
      '15.95% a year, fixed',
      'within 5 working days',
      'unforeseen hardship',
      'Example fspNumber',
      'Example disputeScheme',
      'One, at the end',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Comparison rate');
  });

  it.each(countryCodes)('states the rule for its dates and none of the days, in %s', async (code) => {
    const text = await textOf(loanAgreement({ ...factsOf(code, 'pl'), fundingRequestDate: null }, loan));
    for (const words of [
      'Loan starts On the day on which the last of you signs, or on the day on which we pay Example Agency, if that is later',
      'Loan ends at the latest 180 days after it starts',
      'Payment is due 7 days after settlement or withdrawal, and at the latest 180 days after the loan starts',
      'The loan starts on the day on which the last of you signs, or on the day on which we pay the amount financed',
      'at the latest at the end of the 180 days, also if the property has not settled by then.',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/\d+ [A-Z][a-z]+ 20\d\d/);
    expect(text).not.toContain('later of the funding request date');
  });

  it('lists only the fees and amounts that exist', async () => {
    const plain = await textOf(loanAgreement(factsOf('AU', 'pl'), loan));
    expect(plain).not.toContain('Additional amount');
    expect(plain).not.toContain('Custom Fixed Fee');
    const more = { ...loan, additionalCents: 500_00, budgetOwnerFeeCents: 99_00 };
    const text = await textOf(loanAgreement(factsOf('AU', 'pl'), more));
    expect(text).toContain('Additional amount $500.00');
    expect(text).toContain('Custom Fixed Fee $99.00');
    expect(text).toContain('Amount financed $10,500.00');
  });
});

it('a Pay On Success agreement states its figures and when recourse is limited', async () => {
  const text = await textOf(successAgreement(factsOf('AU', 'pos'), { budgetCents: 5_000_00, serviceFeeCents: 600_00 }));
  for (const words of [
    'Pay On Success agreement',
    'Campaign budget $5,000.00',
    'Service fee $600.00, GST included',
    'Limited recourse',
  ]) {
    expect(text).toContain(words);
  }
});
