import type { Session } from '@kerb/domain/session/session.contract.ts';
import { openDialog } from '@kerb/web/platform/dialogs.ts';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import {
  admin,
  agent,
  problemResponse,
  renderApp,
  signedIn,
  stubServer,
  usePage,
  vendor,
} from '../../../test/harness.tsx';
import { aTenant } from '../../../test/lists.ts';
import { available } from '../../../test/options.ts';

const calculatorTerms = (changed: object = {}) => ({
  brandName: null,
  identifier: null,
  interestRate: 14.5,
  serviceFeePercent: 0.055,
  caveatFee: 184,
  budgetOwnerFee: 0,
  budgetOwnerFeeName: 'Custom Fixed Fee',
  interestFreeOffered: false,
  interestFreeDays: 0,
  ...changed,
});

type Shown = { session?: Session | null; path?: string; tenants?: object[]; own?: object };
const show = async ({ session = agent, path = '', tenants = [aTenant()], own }: Shown = {}) => {
  await signedIn({
    'GET /v1/tenants': () => ({ items: tenants, totalItems: tenants.length }),
    'GET /v1/tenants/7/finance-options': () => ({ items: [available('pl', own)] }),
    'GET /v1/calculator': () => calculatorTerms(),
  });
  renderApp(`/calculator${path}`, session);
  await screen.findByRole('heading', { name: 'Fee Calculator' });
  return userEvent.setup();
};

const lines = () =>
  within(screen.getByRole('table', { name: 'Pay Later estimate' }))
    .getAllByRole('row')
    .map((row) => row.textContent);

const retype = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) => {
  const field = screen.getByLabelText(label);
  await user.clear(field);
  if (text !== '') await user.type(field, text);
  await user.tab();
};

beforeEach(() => usePage());

describe('the fee calculator', () => {
  it('estimates 1,000 over the default period until something is typed', async () => {
    await show();
    expect(lines()).toEqual([
      'Campaign Budget$1,000.00',
      'Pay Later Fee (5.5%)$55.00',
      'Security Registration Fee$184.00',
      'Estimated Interest over 90 days$35.75',
      'Estimated Total$1,274.75',
      'Interest Rate14.50% p.a.',
      'Comparison Rate36.80% p.a.',
    ]);
    expect(screen.getByText(/^An estimate only/)).toBeTruthy();
  });

  it('follows the budget, the additional amount and the days', async () => {
    const user = await show({ path: '?budget=10000' });
    await retype(user, 'Additional Amount', '2,000');
    await retype(user, 'Days', '180');
    expect(lines()).toEqual([
      'Campaign Budget$10,000.00',
      'Additional Amount$2,000.00',
      'Pay Later Fee (5.5%)$660.00',
      'Security Registration Fee$184.00',
      'Estimated Interest over 180 days$858.08',
      'Estimated Total$13,702.08',
      'Interest Rate14.50% p.a.',
      'Comparison Rate36.81% p.a.',
    ]);
    expect(
      screen.getByRole('img', { name: /From \$12,844 if repaid at once to \$13,702.08 after 180 days/ }),
    ).toBeTruthy();
  });

  it('names the fee as the country does: in New Zealand by its amount only', async () => {
    usePage({ country: 'NZ' });
    await show();
    expect(lines()).toContain('Establishment Fee$60.00');
    expect(lines().some((line) => line?.includes('Comparison'))).toBe(false);
  });

  it('says which input it cannot calculate with', async () => {
    const user = await show();
    await retype(user, 'Days', '181');
    expect(screen.getByText('Enter a number from 0 to 180.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    await retype(user, 'Campaign Budget', '999.99');
    expect(screen.getByText('Pay Later is offered from $1,000.')).toBeTruthy();
  });

  it("shows the chart's values as figures too", async () => {
    await show({ path: '?budget=10000' });
    const table = within(screen.getByRole('group')).getByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'Repaid afterEstimated Total',
      '0 days$10,734',
      '30 days$10,853.18',
      '60 days$10,972.36',
      '90 days$11,091.53',
      '120 days$11,210.71',
      '150 days$11,329.89',
      '180 days$11,449.07',
    ]);
  });

  it('says that it uses the usual rate for a team that may not see its organisation’s own', async () => {
    await show({ own: { interestRate: undefined }, tenants: [aTenant({ identifier: null })] });
    expect(await screen.findByText(/It uses the usual interest rate\. If another rate was agreed/)).toBeTruthy();
    cleanup();
    await show({ own: { interestRate: 10 }, tenants: [aTenant({ identifier: null })] });
    await screen.findByText('10.00% p.a.');
    expect(screen.queryByText(/It uses the usual interest rate/)).toBeNull();
  });

  it('uses the terms of its organisation', async () => {
    const own = {
      serviceFeePercent: 0.04,
      interestRate: 10,
      budgetOwnerFee: 99,
      budgetOwnerFeeName: 'Studio Fee',
      interestFreeOffered: true,
      interestFreeDays: 60,
      interestFreeOfferExpiryDate: '2999-01-01',
    };
    await show({ path: '?budget=10000', own, tenants: [aTenant({ identifier: null })] });
    await screen.findByText('Pay Later Fee (4%)');
    expect(lines()).toEqual([
      'Campaign Budget$10,000.00',
      'Pay Later Fee (4%)$400.00',
      'Security Registration Fee$184.00',
      'Studio Fee$99.00',
      'Estimated Interest over 90 days$82.19',
      'Estimated Total$10,765.19',
      'Interest Rate10.00% p.a.',
      'Comparison Rate30.24% p.a.',
    ]);
    expect(screen.getByText(/The first 60 days are free of interest/)).toBeTruthy();
  });

  it("is open to anyone, with the brand's terms, and asks them to log in before they apply", async () => {
    const calls = stubServer({ 'GET /v1/calculator': () => calculatorTerms({ brandName: 'Harbour', caveatFee: 0 }) });
    renderApp('/calculator?brand=harbour&budget=2000', null);
    expect(await screen.findByText('Harbour')).toBeTruthy();
    expect(lines()).toContain('Security Registration Fee$0.00');
    expect(calls.map(({ path, query }) => `${path} ${query.get('brand')}`)).toEqual(['/v1/calculator harbour']);
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Log in to apply' })).toBeTruthy();
  });

  const withheld = { 'GET /v1/calculator': () => calculatorTerms({ identifier: 'harbour', interestRate: null }) };
  const estimated = {
    ...{ days: 90, total: 2_500 },
    lines: [
      { key: 'budget', label: 'Campaign Budget', amount: 2_000 },
      { key: 'interest', label: 'Estimated Interest', amount: 500 },
    ],
    points: [
      { day: 0, total: 2_000 },
      { day: 180, total: 3_000 },
    ],
  };

  it("shows the server's estimate, and no rate, where an organisation's rate is withheld", async () => {
    const calls = stubServer({ ...withheld, 'GET /v1/calculator/estimate': () => estimated });
    renderApp('/calculator?brand=harbour&budget=2000', null);
    await screen.findByText('$2,500.00');
    expect(lines()).toEqual([
      'Campaign Budget$2,000.00',
      'Estimated Interest over 90 days$500.00',
      'Estimated Total$2,500.00',
    ]);
    expect(screen.getByRole('img', { name: /From \$2,000 if repaid at once to \$3,000 after 180 days/ })).toBeTruthy();
    const asked = calls.filter(({ path }) => path === '/v1/calculator/estimate');
    expect(asked.map(({ query }) => query.toString())).toEqual([
      'brand=harbour&campaignBudget=2000&additional=0&days=90',
    ]);
    expect(screen.queryByText(/comparison rate/)).toBeNull();
  });

  it('calculates itself for an admin, who reads the rate in the settings', async () => {
    const calls = await signedIn({
      ...withheld,
      'GET /v1/tenants': () => ({ items: [aTenant()], totalItems: 1 }),
      'GET /v1/tenants/7/finance-options': () => ({ items: [available('pl', { interestRate: 10 })] }),
      'GET /v1/calculator/estimate': () => estimated,
    });
    renderApp('/calculator?brand=harbour&budget=2000', admin);
    await screen.findByText('10.00% p.a.');
    expect(lines()).toContain('Estimated Interest over 90 days$49.32');
    expect(calls.filter(({ path }) => path === '/v1/calculator/estimate').length).toBeLessThanOrEqual(1);
  });

  it('says so if the server does not estimate', async () => {
    stubServer({
      ...withheld,
      'GET /v1/calculator/estimate': () => problemResponse(429, { displayText: 'Too many requests.' }),
    });
    renderApp('/calculator?brand=harbour&budget=2000', null);
    await screen.findByText('Too many requests.');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('is open to anyone without a brand, with the country’s terms', async () => {
    const calls = stubServer({});
    renderApp('/calculator?budget=2000', null);
    await screen.findByRole('heading', { name: 'Fee Calculator' });
    expect(lines()).toContain('Pay Later Fee (5.5%)$110.00');
    expect(calls).toEqual([]);
  });

  it('is open to payers, who see the estimate and no Apply', async () => {
    const calls = await signedIn({});
    renderApp('/calculator?budget=2000', vendor);
    await screen.findByRole('heading', { name: 'Fee Calculator' });
    expect(lines()).toContain('Pay Later Fee (5.5%)$110.00');
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
    expect(calls).toEqual([]);
  });
});

describe('Apply', () => {
  const apply = () => screen.findByRole('button', { name: 'Apply' });

  it("creates a referral with the budget, for an agent's only organisation", async () => {
    const user = await show({ path: '?budget=4200.50' });
    await screen.findByText('Harbour Estate');
    await user.click(await apply());
    expect(openDialog.get()).toEqual({
      name: 'create-referral',
      tenantId: 7,
      purpose: 'marketing',
      budgetCents: 4_200_50,
    });
  });

  it('creates it with 1,000 if there is no budget', async () => {
    const user = await show();
    await screen.findByText('Harbour Estate');
    await retype(user, 'Campaign Budget', '');
    await user.click(await apply());
    expect(openDialog.get()).toMatchObject({ budgetCents: 1_000_00 });
  });

  it('is not possible while the budget is not an amount', async () => {
    const user = await show();
    await screen.findByText('Harbour Estate');
    await expectsAnAmount(screen.getByLabelText('Additional Amount'));
    await expectsAnAmount(screen.getByLabelText('Campaign Budget'));
    expect(await apply()).toHaveProperty('disabled', true);
    await retype(user, 'Campaign Budget', '4200');
    expect(await apply()).toHaveProperty('disabled', false);
  });

  it('is not possible, and nothing is estimated, while the budget is above the largest', async () => {
    const user = await show();
    await screen.findByText('Harbour Estate');
    await retype(user, 'Campaign Budget', '10,000,000.01');
    expect(screen.getByText('Enter at most $10,000,000.')).toBeTruthy();
    expect(await apply()).toHaveProperty('disabled', true);
    expect(screen.queryByText('Estimated Total')).toBeNull();
  });

  it('asks for the organisation if there are several, unless the address names the brand', async () => {
    const tenants = [aTenant(), aTenant({ id: 8, name: 'Northside', identifier: 'north', type: 'supplier' })];
    const user = await show({ session: admin, tenants });
    expect(await apply()).toHaveProperty('disabled', true);
    await user.selectOptions(await screen.findByLabelText('Organisation'), 'Northside');
    await user.click(await apply());
    expect(openDialog.get()).toMatchObject({ tenantId: 8, purpose: 'styling' });
  });

  it('is for the organisation whose brand the address names', async () => {
    const tenants = [aTenant(), aTenant({ id: 8, name: 'Northside', identifier: 'north' })];
    const user = await show({ session: admin, tenants, path: '?brand=north' });
    await screen.findByText('Northside');
    await user.click(await apply());
    expect(openDialog.get()).toMatchObject({ tenantId: 8 });
  });
});

describe('the calculator as a dialog', () => {
  it('opens from the navigation, and links to its own page', async () => {
    await signedIn({ 'GET /v1/tenants': () => ({ items: [aTenant()], totalItems: 1 }) });
    renderApp('/agencies', agent);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Fee Calculator' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fee Calculator' }));
    const link = await dialog.findByRole('link', { name: 'Open on its own page' });
    expect(link.getAttribute('href')).toBe('/calculator?budget=1,000&brand=harbour');
  });
});
