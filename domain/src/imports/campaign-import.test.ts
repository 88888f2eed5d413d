import { countries } from '@kerb/domain/countries/countries.ts';
import { campaignFrom, campaignImportFields, propertyFrom } from '@kerb/domain/imports/campaign-import.ts';
import { guessMapping } from '@kerb/domain/imports/mapping.ts';
import { decideUndo, decideUndoCampaign } from '@kerb/domain/imports/undo-rules.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const forWhom = { tenantId: 7, purpose: 'marketing' } as const;

describe('a row of a file of campaigns', () => {
  it.each(Object.values(countries))('has its columns guessed from the labels of $code', ({ address }) => {
    const fields = campaignImportFields(address);
    const labels = Object.values(fields).map(({ label }) => label);
    expect(guessMapping(labels, fields)).toEqual(
      Object.fromEntries(Object.keys(fields).map((field, at) => [field, at])),
    );
    expect('state' in fields).toBe(address.state !== null);
  });

  // biome-ignore format: a table
  it.each([
    ['campaignBudget',             '$4,200.50', 4200.5],
    ['campaignBudget',             'many',      'many'],
    ['campaignBudget',             '',          undefined],
    ['campaignPlannedStartDate',   '1/3/2027',  '2027-03-01'],
    ['campaignPlannedStartDate',   '31/02/27',  '31/02/27'],
    ['campaignBudgetFundsPurpose', 'STYLING',   'styling'],
    ['campaignBudgetFundsPurpose', '',          'marketing'],
    ['campaignBudgetFundsPurpose', 'holiday',   'holiday'],
    ['externalRef',                '',          undefined],
  ] as const)('reads %s %j as %j', (field, text, value) => {
    expect(campaignFrom({ [field]: text }, forWhom)[field]).toEqual(value);
  });

  it('has a property only if something of it is given', () => {
    expect(propertyFrom({ address: '', city: '' })).toBeNull();
    expect(
      propertyFrom({ address: '1 A St', natureOfOwnership: 'Additional Residence', sellingPriceMin: '850' }),
    ).toEqual({
      address: '1 A St',
      natureOfOwnership: 'secondary-residence',
      sellingPriceMin: 850_000,
    });
  });
});

describe('an undo', () => {
  it('is possible for 24 hours, and once', () => {
    const createdDate = '2026-11-18T08:00:00.000Z';
    expect(decideUndo({ createdDate, undoneDate: null }, '2026-11-19T08:00:00.000Z').ok).toBe(true);
    expect(decideUndo({ createdDate, undoneDate: null }, '2026-11-19T08:00:00.001Z').ok).toBe(false);
    expect(decideUndo({ createdDate, undoneDate: createdDate }, createdDate).ok).toBe(false);
  });

  it('cancels only drafts that nobody has touched', () => {
    const allowed = agreementStatuses.filter((status) => decideUndoCampaign({ status, isTouched: false }).ok);
    expect(allowed).toEqual(['draft']);
    expect(decideUndoCampaign({ status: 'draft', isTouched: true }).ok).toBe(false);
    expect(decideUndoCampaign(null).ok).toBe(false);
  });
});
