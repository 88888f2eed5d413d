import {
  agreement,
  agreementEndpoints,
  newAgreement,
  savedAgreement,
} from '@kerb/domain/agreements/agreements.contract.ts';
import { listQuery } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe('the list of campaigns', () => {
  it('returns the 100 most progressed campaigns by default', () => {
    expect(z.parse(listQuery, {})).toEqual({
      page: 1,
      perPage: 100,
      sortBy: 'status',
      sortDesc: true,
      actionSuggested: false,
    });
  });

  it('understands the queries that the screens send', () => {
    const sent = {
      tenantId: '7',
      status: 'draft,approved',
      finance: ['pl', 'pn'],
      sortDesc: '',
      actionSuggested: '1',
      textQuery: ' example ',
    };
    expect(z.parse(listQuery, sent)).toMatchObject({
      tenantId: 7,
      status: ['draft', 'approved'],
      finance: ['pl', 'pn'],
      sortDesc: false,
      actionSuggested: true,
      textQuery: 'example',
    });
  });

  it.each([
    { status: 'lost' },
    { finance: 'payLater' },
    { sortBy: 'name' },
    { tenantId: '7a' },
    { textQuery: 'x'.repeat(201) },
  ])('refuses %j', (sent) => {
    expect(z.safeParse(listQuery, sent).success).toBe(false);
  });
});

describe('a new campaign', () => {
  const payer = { firstName: 'Kim', surname: 'Example', emailAddress: 'kim@example.com' };
  const body = {
    campaignBudget: 4200.5,
    campaignPlannedStartDate: '2026-11-20',
    campaignBudgetFundsPurpose: 'marketing',
    tenant: { href: '/v1/tenants/7' },
  };

  it('holds cents and ids', () => {
    expect(z.parse(newAgreement, { ...body, vendors: [payer] })).toEqual({
      campaignBudget: 420_050,
      campaignPlannedStartDate: '2026-11-20',
      campaignBudgetFundsPurpose: 'marketing',
      tenant: 7,
      vendors: [payer],
    });
  });

  // biome-ignore format: a table
  it.each([
    ['without a budget',               { campaignBudget: undefined }],
    ['without a date',                 { campaignPlannedStartDate: null }],
    ['for another purpose',            { campaignBudgetFundsPurpose: 'holiday' }],
    ['with a status',                  { status: 'approved' }],
    ['with a payment reference',       { campaignUpfrontPaymentRef: 'X1' }],
    ['with more payers than ten',      { vendors: Array.from({ length: 11 }, () => payer) }],
    ['with a payer without a surname', { vendors: [{ ...payer, surname: ' ' }] }],
  ])('%s is refused', (_why, change) => {
    expect(z.safeParse(newAgreement, { ...body, ...change }).success).toBe(false);
  });
});

describe('a saved campaign', () => {
  it('may be the whole campaign as it was read', () => {
    expect(Object.keys(agreement.shape).filter((name) => !(name in savedAgreement.shape))).toEqual([]);
  });

  it('may be a single field', () => {
    expect(z.parse(savedAgreement, { nextActionDate: '2026-12-01' })).toEqual({ nextActionDate: '2026-12-01' });
    expect(z.parse(savedAgreement, { actionSuggested: false })).toEqual({ actionSuggested: false });
  });

  it('may not contain an unknown field', () => {
    expect(z.safeParse(savedAgreement, { isPaid: true }).success).toBe(false);
  });
});

describe('a change of status', () => {
  it('names a known status and nothing else', () => {
    const { body } = agreementEndpoints.setStatus;
    expect(z.safeParse(body, { status: 'cancelled' }).success).toBe(true);
    expect(z.safeParse(body, { status: 'paid' }).success).toBe(false);
    expect(z.safeParse(body, { status: 'cancelled', vendorUrl: 'x' }).success).toBe(false);
  });
});
