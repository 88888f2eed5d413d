import type { CardName } from '@kerb/domain/campaign-page/cards.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, loadCampaignScreen, sessions } from '../../../test/campaign-server.tsx';
import { renderApp, signedIn, usePage } from '../../../test/harness.tsx';

beforeAll(loadCampaignScreen);
beforeEach(() => usePage());

/** The heading of each card. */
// biome-ignore format: a table
const titles: Record<CardName, string> = {
  header:              'Campaign',
  property:            'Property',
  contacts:            'Contacts',
  marketing:           'Campaign Budget',
  payers:              'Vendors',
  paymentOptions:      'Vendor Payment Options Preview',
  finance:             'Pay Later Finance',
  signatures:          'Signatures',
  identityChecks:      'Identity Checks',
  payment:             'Payment',
  payments:            'Payments and Invoices',
  supportingDocuments: 'Supporting Documents (visible to payers)',
  internalDocuments:   'Internal Documents',
  loan:                'Campaign Management',
  listing:             'Property Listing',
  comments:            'Comments',
  history:             'History',
  notes:               'Campaign Notes',
  auditLog:            'Audit Log',
  status:              'Status',
  actionSuggested:     'Agent Action Suggested',
  fundsChecklist:      'Funds Checklist',
  summary:             'Funding',
  assistance:          'Assistance',
};

// Written by hand, not read from the domain's table; in the order of the page.
// biome-ignore format: a table
const sidebar = ['status', 'actionSuggested', 'fundsChecklist', 'summary', 'assistance'] as const;
// biome-ignore format: a table
const expected: Record<Exclude<keyof typeof sessions, 'vendor'>, CardName[]> = {
  admin:    ['header', 'property', 'contacts', 'marketing', 'payers', 'paymentOptions', 'finance', 'signatures', 'identityChecks', 'supportingDocuments', 'internalDocuments', 'loan', 'listing', 'comments', 'history', 'notes', 'auditLog', ...sidebar],
  manager:  ['header', 'property', 'contacts', 'marketing', 'payers', 'paymentOptions', 'finance', 'loan', 'listing', 'comments', 'history', ...sidebar],
  employee: ['header', 'property', 'contacts', 'marketing', 'payers', 'paymentOptions', 'finance', 'loan', 'listing', 'comments', 'history', ...sidebar],
};

const lentIn: readonly string[] = ['signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete'];
// biome-ignore format: a table
const signingIn: readonly string[] = ['approved', 'signed', 'executed', 'withdrawn', 'waiting-settlement', 'complete'];
const onlyIn: Partial<Record<CardName, readonly string[]>> = {
  signatures: signingIn,
  loan: lentIn,
};
const isShown = (name: CardName, status: string) => onlyIn[name]?.includes(status) ?? true;
const titleOf = (name: CardName, who: string) =>
  name === 'paymentOptions' && who === 'admin' ? 'Payment Options' : titles[name];
const headings = () =>
  within(screen.getByRole('main'))
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent);

describe.each(Object.keys(expected) as (keyof typeof expected)[])('the page of a campaign for a %s', (who) => {
  it.each(agreementStatuses)('while %s shows exactly the cards of the table, in display order', async (status) => {
    const { handlers } = campaignServer(campaign({ status, financeOptionCode: 'pl', actionSuggested: true }));
    await signedIn(handlers);
    renderApp('/agencies/7/applications/10231', sessions[who]);
    const names = expected[who].filter((name) => isShown(name, status));
    await screen.findByRole('heading', { name: titles.actionSuggested });
    expect(headings()).toEqual(names.map((name) => titleOf(name, who)));
  });
});
