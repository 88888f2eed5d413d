import {
  type AgreementFieldName,
  agreementFieldNames,
  agreementFields,
  agreementShape,
} from '@kerb/domain/agreements/agreement-fields.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { hiddenFields } from '@kerb/domain/agreements/save.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

// Written by hand, not read from the table: the test must fail if a field's audience changes by mistake.
// biome-ignore format: a table
const adminOnly = ['nextActionDate', 'financeProviderApplicationRef', 'financeProviderCampaignRef', 'equityReferralSentDate', 'campaignNotes'];
// biome-ignore format: a table
const staffOnly = [
  'actionSuggested', 'actionSuggestedLastUpdate', 'fundManually', 'campaignAgencySettlementAmount',
  'campaignAgencySettlementCreated', 'campaignAgencySettlementProcessing', 'campaignAgencySettlementDate', 'sellingPriceMax',
  'agentCcEmails', 'agentNotes', 'preSettlementReminders', 'postSettlementReminders', 'loanLiveReminders',
];
// biome-ignore format: a table
const neverForOrganisations = ['interestRate', 'interestRateIsVariable', 'interestRateTerms', 'comparisonRate', 'campaignFinanceInterestRate'];

describe('the fields of a campaign that are sent', () => {
  it('are all fields, to an admin', () => {
    expect(hiddenFields('admin')).toEqual([]);
  });

  it("exclude the team's notes and figures, to a vendor", () => {
    expect(hiddenFields('vendor').toSorted()).toEqual([...adminOnly, ...staffOnly].sort());
  });

  it.each(['manager', 'employee'] as const)('exclude admin fields and the interest rate, to a %s', (standing) => {
    expect(hiddenFields(standing).toSorted()).toEqual([...adminOnly, ...neverForOrganisations].sort());
  });
});

describe('the fields of a campaign', () => {
  it('that a save may contain are these', () => {
    const saved = agreementFieldNames.filter((name) => agreementFields[name].group !== null);
    expect(saved.sort()).toEqual([
      'actionSuggested',
      'agentCcEmails',
      'agentEmail',
      'agentFirstName',
      'agentNotes',
      'agentOrg',
      'agentPhone',
      'agentSurname',
      'agentUser',
      'auctionDate',
      'budgetOwnerFee',
      'budgetOwnerFeeName',
      'campaignAdditionalAmount',
      'campaignBudget',
      'campaignBudgetDescription',
      'campaignFinanceDrawdownDate',
      'campaignFinanceLoanStartDate',
      'campaignFinanceNotes',
      'campaignFinanceRepaidDate',
      'campaignNotes',
      'campaignPlannedStartDate',
      'caveatFee',
      'conveyancerEmail',
      'conveyancerFirstName',
      'conveyancerOrg',
      'conveyancerPhone',
      'conveyancerSurname',
      'externalListingUrl',
      'financeOptionCode',
      'fundManually',
      'interestFreeDays',
      'interestRate',
      'loanEndDate',
      'loanLiveReminders',
      'manualAgreement',
      'methodOfSale',
      'mortgageBalance',
      'mortgageBalanceRange',
      'name',
      'natureOfOwnership',
      'nextActionDate',
      'noAgency',
      'noConveyancer',
      'postSettlementReminders',
      'preSettlementReminders',
      'propertySettlementDate',
      'propertyWithdrawnFromSaleDate',
      'sellingPriceMax',
      'sellingPriceMin',
      'serviceFee',
      'soldPrice',
    ]);
  });

  it('never include the status, the tenant, or a derived field', () => {
    for (const name of ['id', 'status', 'tenant', 'vendorUrl', 'campaignFinanceTotalDue', 'campaignFinanceDueDate']) {
      expect(agreementFieldNames).not.toContain(name);
    }
  });

  it('keep money and rates as exact hundredths, and nothing else', () => {
    const dollarsBecomeCents = (name: AgreementFieldName) => z.safeParse(agreementShape[name], 12.34).data === 1234;
    for (const name of agreementFieldNames) {
      expect([name, agreementFields[name].storage === 'hundredths']).toEqual([name, dollarsBecomeCents(name)]);
    }
  });

  it('keep moments as timestamps, and nothing else', () => {
    const isMoment = (name: AgreementFieldName) =>
      z.safeParse(agreementShape[name], '2026-03-31T01:02:03.456Z').success &&
      !z.safeParse(agreementShape[name], 'words').success;
    for (const name of agreementFieldNames) {
      expect([name, agreementFields[name].storage === 'moment']).toEqual([name, isMoment(name)]);
    }
  });

  // biome-ignore format: a table
  it.each<[AgreementFieldName, unknown, boolean]>([
    ['name',                                     '12 Example Street', true ],
    ['name',                                     '   ',               false],
    ['name',                                     'x'.repeat(201),     false],
    ['campaignBudget',                           4200.5,              true ],
    ['campaignBudget',                           null,                true ],
    ['campaignBudget',                           -1,                  false],
    ['campaignBudget',                           4200.505,            false],
    ['campaignPlannedStartDate',                 '2028-02-29',        true ],
    ['campaignPlannedStartDate',                 '2027-02-29',        false],
    ['campaignBudgetFundsPurpose',               'deposit',           true ],
    ['campaignBudgetFundsPurpose',               null,                false],
    ['financeOptionCode',                        'pl',                true ],
    ['financeOptionCode',                        'payLater',          false],
    ['campaignUpfrontPaymentMethod',             'dc',                true ],
    ['campaignBudgetUpfrontPaymentMethodIntent', 'bank-transfer',     true ],
    ['campaignBudgetUpfrontPaymentMethodIntent', 'cheque',            false],
    ['interestFreeDays',                         90,                  true ],
    ['interestFreeDays',                         1.5,                 false],
    ['actionSuggested',                          true,                true ],
    ['actionSuggested',                          '1',                 false],
    ['agentUser',                                { href: '/v1/users/7' }, true ],
    ['agentUser',                                { href: '/v1/tenants/7' }, false],
    ['agentUser',                                null,                true ],
  ])('%s takes %j: %j', (name, wire, expected) => {
    expect(z.safeParse(agreementShape[name], wire).success).toBe(expected);
  });
});

describe('the label of a field', () => {
  it.each([
    ['campaignPlannedStartDate', 'Funding Request Date'],
    ['caveatFee', 'Security Registration Fee'],
    ['nextActionDate', 'Next Action Date'],
    ['auctionDate', 'Auction Date'],
  ] as const)('of %s is %s', (name, label) => {
    expect(labelOfField(name)).toBe(label);
  });
});
