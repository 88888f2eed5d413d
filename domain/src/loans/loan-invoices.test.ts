import { contactMessage } from '@kerb/domain/loans/invoice-recipients.ts';
import {
  decideLoanInvoice,
  type InvoicedLoan,
  type LoanInvoiceType,
  loanInvoiceTypes,
} from '@kerb/domain/loans/loan-invoices.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const loan: InvoicedLoan = {
  status: 'executed',
  financeOptionCode: 'pl',
  campaignFinanceLoanStartDate: '2026-11-01',
  propertySettlementDate: null,
};
const today = '2026-11-15';
const verdict = (
  change: Partial<InvoicedLoan>,
  type: LoanInvoiceType = 'standard',
  standing: 'admin' | 'manager' = 'admin',
) => {
  const decision = decideLoanInvoice({ ...loan, ...change }, type, { standing, today });
  return decision.ok ? 'ok' : decision.because;
};

describe('a loan invoice', () => {
  it('exists only for a loan that is live, settling or withdrawn', () => {
    const open = agreementStatuses.filter((status) => verdict({ status }) === 'ok');
    expect(open).toEqual(['executed', 'withdrawn', 'waiting-settlement']);
    expect(verdict({ financeOptionCode: 'pos' })).toBe('ok');
    for (const financeOptionCode of ['pn', null] as const) expect(verdict({ financeOptionCode })).not.toBe('ok');
  });

  // biome-ignore format: a table
  it.each<[string, string | null, LoanInvoiceType[]]>([
    ['without a settlement',         null,         ['standard']],
    ['before the settlement',        '2026-11-16', ['standard', 'pre_settlement']],
    ['on the day of the settlement', '2026-11-15', ['standard']],
    ['after the settlement',         '2026-11-14', ['standard', 'post_settlement']],
  ])('in %s can be of these types', (_when, propertySettlementDate, expected) => {
    expect(loanInvoiceTypes.filter((type) => verdict({ propertySettlementDate }, type) === 'ok')).toEqual(expected);
  });

  it('without a loan start date says so, and tells an organisation whom to ask', () => {
    const missing =
      'We are currently unable to generate an invoice due to the following missing information: loan start date.';
    expect(verdict({ campaignFinanceLoanStartDate: null })).toBe(missing);
    expect(verdict({ campaignFinanceLoanStartDate: null }, 'standard', 'manager')).toBe(
      `${missing} Please contact settlements support.`,
    );
  });
});

it('to a contact without an address has the specified message', () => {
  expect(contactMessage('campaignConveyancer', 'Campaign conveyancer', [])).toBe(
    'No email for Campaign conveyancer provided - Please hit save and our team will be in touch.',
  );
  expect(contactMessage('tenantBillingContacts', 'Organisation billing contacts', [])).toBe(
    'No email addresses configured for Organisation billing contacts',
  );
  expect(contactMessage('campaignVendors', 'Campaign vendors', ['a@example.com'])).toBeNull();
});
