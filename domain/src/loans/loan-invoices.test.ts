import { contactMessage } from '@kerb/domain/loans/invoice-recipients.ts';
import {
  decideLoanInvoice,
  decideMakingInvoice,
  type InvoicedLoan,
  type LoanInvoiceType,
  loanInvoiceTypes,
} from '@kerb/domain/loans/loan-invoices.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const loan: InvoicedLoan = {
  status: 'executed',
  financeOptionCode: 'pl',
  campaignFinanceSignatureDate: null,
  campaignFinanceDrawdownDate: null,
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

describe('making and sending a loan invoice', () => {
  // biome-ignore format: a table
  it.each([
    ['admin',    'executed',           true ],
    ['manager',  'executed',           true ],
    ['employee', 'waiting-settlement', true ],
    ['admin',    'withdrawn',          true ],
    ['manager',  'withdrawn',          false],
    ['employee', 'withdrawn',          false],
    ['vendor',   'executed',           false],
  ] as const)('is possible for %s in %s: %s', (standing, status, expected) => {
    expect(decideMakingInvoice({ ...loan, status }, 'standard', { standing, today }).ok).toBe(expected);
  });

  it('says who sends the invoice of a withdrawn campaign', () => {
    const verdict = decideMakingInvoice({ ...loan, status: 'withdrawn' }, 'standard', { standing: 'manager', today });
    expect(verdict).toMatchObject({ because: 'Our team sends the invoice of a withdrawn campaign.' });
    expect(decideLoanInvoice({ ...loan, status: 'withdrawn' }, 'standard', { standing: 'manager', today }).ok).toBe(
      true,
    );
  });
});

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
