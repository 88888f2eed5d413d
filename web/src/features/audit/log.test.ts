import { agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { changesIn, prettyLog } from '@kerb/web/features/audit/log-changes.ts';
import { logDate } from '@kerb/web/features/audit/log-date.ts';
import { approvedWordOf } from '@kerb/web/features/audit/log-words.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { usePage } from '../../../test/harness.tsx';
import { aCampaign } from '../../../test/lists.ts';

beforeEach(() => usePage());

describe('a date in the log', () => {
  it.each([
    ['2026-11-03T22:05:00.000Z', 'Australia/Sydney', 'Wed 4th Nov 26, 9:05 am'],
    ['2026-11-03T22:05:00.000Z', 'Australia/Perth', 'Wed 4th Nov 26, 6:05 am'],
    ['2026-09-01T02:30:00.000Z', 'Australia/Sydney', 'Tue 1st Sep 26, 12:30 pm'],
    ['2026-06-21T14:00:00.000Z', 'Australia/Sydney', 'Mon 22nd Jun 26, 12:00 am'],
    ['2026-07-22T20:59:00.000Z', 'Pacific/Auckland', 'Thu 23rd Jul 26, 8:59 am'],
    ['2026-01-11T23:00:00.000Z', 'UTC', 'Sun 11th Jan 26, 11:00 pm'],
    ['2009-02-12T09:00:00.000Z', 'UTC', 'Thu 12th Feb 09, 9:00 am'],
    ['2026-02-13T09:00:00.000Z', 'UTC', 'Fri 13th Feb 26, 9:00 am'],
  ])('%s in %s is %s', (moment, zone, text) => {
    expect(logDate(moment, zone)).toBe(text);
  });
});

describe('the changes of an entry', () => {
  const reader = {
    purpose: 'marketing',
    approvedWord: 'Paid',
    nameOf: (id: number) => (id === 12 ? 'Eli Employee' : undefined),
  } as const;
  const read = (data: object) => changesIn(JSON.stringify(data), reader);

  it('are written in words', () => {
    expect(
      read({
        status: { before: 'draft', after: 'waiting-info' },
        name: { before: 'Old', after: 'New' },
        agentUser: { before: null, after: 12 },
        campaignBudget: { before: 420000, after: 500050 },
        interestRate: { before: null, after: 1450 },
        campaignPlannedStartDate: { before: '2026-12-01', after: null },
        fundManually: { before: false, after: true },
      }),
    ).toEqual([
      { field: 'Status', before: 'Draft', after: 'Awaiting Vendor Info' },
      { field: 'Campaign Title', before: 'Old', after: 'New' },
      { field: 'Assigned To', before: 'nothing', after: 'Eli Employee' },
      { field: 'Campaign Budget', before: '$4,200', after: '$5,000.50' },
      { field: 'Interest Rate', before: 'nothing', after: '14.50%' },
      { field: 'Funding Request Date', before: 'Tue 1 Dec 2026', after: 'nothing' },
      { field: 'Fund Manually', before: 'No', after: 'Yes' },
    ]);
  });

  it("use the page's names for sale details and contacts", () => {
    const data = {
      sellingPriceMin: { before: null, after: 120_000_000 },
      natureOfOwnership: { before: null, after: 'secondary-residence' },
      agentNotes: { before: null, after: 'Ring first' },
      conveyancerOrg: { before: null, after: 'Lex' },
      noConveyancer: { before: true, after: false },
    };
    expect(read(data)).toEqual([
      { field: 'Search Price Low', before: 'nothing', after: '$1,200,000' },
      { field: 'Nature of Ownership', before: 'nothing', after: 'Additional Residence' },
      { field: 'Internal Notes', before: 'nothing', after: 'Ring first' },
      { field: 'Conveyancer Organisation', before: 'nothing', after: 'Lex' },
      { field: 'No Conveyancer', before: 'Yes', after: 'No' },
    ]);
    usePage({ country: 'NZ' });
    expect(
      read(data)
        .slice(3)
        .map(({ field }) => field),
    ).toEqual(['Lawyer Organisation', 'No Lawyer']);
  });

  it('of a new record have no value before', () => {
    expect(read({ emailAddress: 'vera@example.com' })).toEqual([
      { field: 'Email', before: null, after: 'vera@example.com' },
    ]);
  });

  it('name a document and a property in words, and omit empty values and record ids', () => {
    expect(read({ fileName: 'rates.pdf', purpose: 'internal-doc', signatoryId: 7 })).toEqual([
      { field: 'File', before: null, after: 'rates.pdf' },
      { field: 'Filed as', before: null, after: 'Internal document' },
    ]);
    expect(read({ purpose: { before: 'marketing', after: 'marketing-vendor' } })).toEqual([
      { field: 'Filed as', before: 'Marketing document', after: 'Marketing document, visible to payers' },
    ]);
    const property = {
      id: 4,
      type: 'semi-detached',
      address: '12 Wattle St',
      address2: null,
      city: 'Yass',
      bedrooms: 0,
    };
    expect(read({ ...property, postalCode: '0800', description: '' })).toEqual([
      { field: 'Property Type', before: null, after: 'Semi Detached' },
      { field: 'Street Address', before: null, after: '12 Wattle St' },
      { field: 'Suburb', before: null, after: 'Yass' },
      { field: 'Bedrooms', before: null, after: '0' },
      { field: 'Postcode', before: null, after: '0800' },
    ]);
    usePage({ country: 'NZ' });
    expect(read({ city: 'Auckland' })).toEqual([{ field: 'City', before: null, after: 'Auckland' }]);
  });

  it('show money, options and records with their own status', () => {
    const lines = [
      { type: 'sale', description: 'Campaign', amount: 420000 },
      { type: 'tax', description: 'GST', amount: 42000 },
    ];
    expect(
      read({ payment: 'P-12', method: 'direct-deposit', amount: 420000, optionCodes: ['pn', 'pl'], lines }),
    ).toEqual([
      { field: 'Payment', before: null, after: 'P-12' },
      { field: 'Method', before: null, after: 'Bank transfer' },
      { field: 'Amount', before: null, after: '$4,200' },
      { field: 'Payment Options', before: null, after: 'Pay Upfront, Pay Later' },
      { field: 'Lines', before: null, after: 'Campaign $4,200, GST $420' },
    ]);
    const data = JSON.stringify({ status: { before: 'waiting-approval', after: 'approved' } });
    expect(changesIn(data, { ...reader, isCampaigns: false })).toEqual([
      { field: 'Status', before: 'Waiting approval', after: 'Approved' },
    ]);
    expect(changesIn(data, reader)).toEqual([{ field: 'Status', before: 'Submitted', after: 'Paid' }]);
  });

  it('name an approved campaign by its option, and never one that was paid upfront Awaiting Signature', () => {
    const campaign = (more: object) =>
      z.decode(agreement, { ...aCampaign({ status: 'complete' }), hasMoney: false, ...more });
    const paid = { campaignUpfrontPaymentMethod: 'card', paymentState: 'paid' };
    expect(approvedWordOf(campaign({ financeOptionCode: 'pl' }))).toBe('Awaiting Signature');
    expect(approvedWordOf(campaign({ financeOptionCode: 'pn', ...paid }))).toBe('Paid');
    expect(approvedWordOf(campaign({ financeOptionCode: 'pn' }))).toBe('Approved');
    expect(approvedWordOf(campaign({ financeOptionCode: null }))).toBe('Approved');
  });

  it('have dollars and per cent in Show Details', () => {
    const data = {
      serviceFee: { before: null, after: 99_900 },
      interestRate: { before: 14_50, after: 20_00 },
      interestFreeDays: { before: null, after: 30 },
      lines: [{ description: 'Campaign', amount: 420_050 }],
      invoices: [31],
      total: 491_533,
    };
    expect(JSON.parse(prettyLog(JSON.stringify(data)))).toEqual({
      serviceFee: { before: null, after: 999 },
      interestRate: { before: 14.5, after: 20 },
      interestFreeDays: { before: null, after: 30 },
      lines: [{ description: 'Campaign', amount: 4_200.5 }],
      invoices: [31],
      total: 4_915.33,
    });
  });

  it('are empty if the data is plain text, which is then shown unchanged', () => {
    expect(changesIn('imported', reader)).toEqual([]);
    expect(prettyLog('imported')).toBe('imported');
    expect(prettyLog('{"a":1}')).toBe('{\n  "a": 1\n}');
  });
});
