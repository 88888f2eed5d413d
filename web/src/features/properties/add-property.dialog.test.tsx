import { currentProgress } from '@kerb/web/design/progress.ts';
import { PropertyCard } from '@kerb/web/features/properties/property.card.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import {
  campaign,
  campaignServer,
  fill,
  renderCards,
  sessions,
  versioned,
  type WireAgreement,
} from '../../../test/campaign-server.tsx';
import { problemResponse, signedIn, usePage } from '../../../test/harness.tsx';

type Who = 'admin' | 'manager' | 'employee';

beforeAll(() => import('@kerb/web/features/properties/add-property.dialog.tsx'));
beforeEach(() => usePage());

const bare = (changed: Partial<WireAgreement> = {}): WireAgreement =>
  campaign({ tenantType: 'supplier', budgetOwnerAllowsProperty: true, ...changed });

const yass = { address: '12 Wattle Street', address2: null, city: 'Yass', state: 'NSW', postalCode: '2582' };
const leura = { address: '12 Wattle Street', address2: null, city: 'Leura', state: 'NSW', postalCode: '2780' };
const path = '/v1/agreements/10231';

type Answers = Record<string, () => object>;

async function draw(who: Who, agreement: WireAgreement = bare(), answers: Answers = {}) {
  const server = campaignServer(agreement);
  const busy: string[] = [];
  Object.assign(server.handlers, {
    'GET /v1/property-suggestions': () => ({ items: [yass, leura] }),
    [`GET ${path}/similar`]: () => ({ items: [] }),
    [`POST ${path}/property`]: () => {
      busy.push(...currentProgress.get().map(({ text }) => text));
      server.state.agreement = {
        ...agreement,
        property: { href: '/v1/properties/71' },
        name: '12 Wattle Street, Yass',
      };
      return versioned(server.state.agreement, 4);
    },
    ...answers,
  });
  const calls = await signedIn(server.handlers);
  renderCards((record) => <PropertyCard record={record} standing={who} />, sessions[who]);
  await screen.findByRole('region', { name: 'Property' });
  return { calls, busy, posts: () => calls.filter(({ method }) => method === 'POST') };
}

const openButton = () => screen.queryByRole('button', { name: 'Add property (optional)' });
async function open(who: Who, agreement?: WireAgreement, answers?: Answers) {
  const drawn = await draw(who, agreement, answers);
  await userEvent.click(openButton()!);
  await screen.findByRole('dialog', { name: 'Add Property' });
  return drawn;
}
const search = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Property Address/ });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add Property' }));

describe('the button that adds a property', () => {
  // biome-ignore format: a table
  it.each<[Who, Partial<WireAgreement>, boolean]>([
    ['admin',    { budgetOwnerAllowsProperty: false },                               true ],
    ['manager',  { budgetOwnerAllowsProperty: false },                               false],
    ['employee', { budgetOwnerAllowsProperty: false },                               false],
    ['manager',  {},                                                                 true ],
    ['employee', { budgetOwnerAllowsProperty: false, vendorAgentDataConsent: true }, true ],
    ['admin',    { status: 'signed' },                                               false],
    ['manager',  { status: 'cancelled' },                                            false],
    ['manager',  { status: 'approved' },                                             true ],
  ])('is shown to %s of %j: %j', async (who, changed, expected) => {
    await draw(who, bare(changed));
    expect(openButton() !== null).toBe(expected);
  });
});

describe('the Add Property dialog', () => {
  it('finds the address by its first characters, by keyboard only, and adds it', async () => {
    const { calls, busy, posts } = await open('employee');
    await userEvent.type(search(), '12');
    const list = await screen.findByRole('listbox');
    await within(list).findByRole('option', { name: '12 Wattle Street, Leura NSW 2780' });
    expect(calls.find(({ path }) => path === '/v1/property-suggestions')?.query.get('partialAddress')).toBe('12');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(await screen.findByText('12 Wattle Street, Leura NSW 2780')).toBeTruthy();
    await submit();
    expect(await screen.findByText('Property Added')).toBeTruthy();
    expect(busy).toEqual(['Adding Property...']);
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.body).toMatchObject({ ...leura, type: null, methodOfSale: null });
    expect(screen.queryByRole('dialog', { name: 'Add Property' })).toBeNull();
  });

  it('sends no request before the second character', async () => {
    const { calls } = await open('employee');
    const asked = () => calls.filter(({ path }) => path === '/v1/property-suggestions');
    vi.useFakeTimers();
    try {
      fill(search(), '1');
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      expect(asked()).toEqual([]);
      fill(search(), '12');
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      expect(asked().map(({ query }) => query.get('partialAddress'))).toEqual(['12']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not continue without an address', async () => {
    const { posts } = await open('employee');
    await submit();
    expect(await screen.findByText('Please search and select the property address.')).toBeTruthy();
    expect(screen.queryByText('This is required.')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(search()));
    expect(posts()).toEqual([]);
  });

  it('asks for the address by hand from the start if suggestions are not set up', async () => {
    usePage({ notSetUp: ['addresses'] });
    const { calls } = await open('employee');
    const street = await screen.findByRole('textbox', { name: /^Street Address/ });
    expect(document.activeElement).toBe(street);
    expect(screen.queryByRole('button', { name: 'Search for the address' })).toBeNull();
    fill(street, '12 Wattle St');
    expect(calls.some(({ path }) => path === '/v1/property-suggestions')).toBe(false);
  });

  it('says that suggestions are not available, and accepts the address by hand', async () => {
    const { posts } = await open('employee', bare(), { 'GET /v1/property-suggestions': () => problemResponse(503) });
    fill(search(), '12 Wattle St');
    expect(
      await screen.findByText(
        'Address suggestions are not available at the moment. Please enter the address manually.',
      ),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Enter the address manually' }));
    const street = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Street Address/ });
    expect(street.value).toBe('12 Wattle St');
    expect(document.activeElement).toBe(street);
    await submit();
    expect((await screen.findAllByText('This is required.')).length).toBe(2);
    expect(screen.getByText('Enter a postcode of four digits.')).toBeTruthy();
    fill(screen.getByRole('textbox', { name: /^Suburb/ }), 'Yass');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^State/ }), 'NSW');
    fill(screen.getByRole('textbox', { name: /^Postcode/ }), '2582');
    await submit();
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({ address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' });
  });

  it('lists campaigns for the same address, each link in a new tab', async () => {
    const same = {
      id: 10007,
      href: '/v1/agreements/10007',
      name: 'x',
      status: 'approved',
      statusLabel: 'Paid',
      tenant: { href: '/v1/tenants/7' },
    };
    const { calls } = await open('manager', bare(), { [`GET ${path}/similar`]: () => ({ items: [same] }) });
    await userEvent.type(search(), '12');
    await userEvent.click(await screen.findByRole('option', { name: '12 Wattle Street, Yass NSW 2582' }));
    const link = await screen.findByRole('link', { name: 'AU10007' });
    expect(link.getAttribute('href')).toBe('/#/agencies/7/applications/10007');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.closest('li')?.textContent).toBe('AU10007 Paid');
    const { query } = calls.find(({ path: asked }) => asked === `${path}/similar`)!;
    expect(Object.fromEntries(query)).toEqual({ street: '12 Wattle Street', city: 'Yass', postalCode: '2582' });
  });

  it('asks an agency for the sale details, but not for the method', async () => {
    const { posts } = await open('manager', bare({ tenantType: 'agency' }));
    await userEvent.type(search(), '12');
    await userEvent.click(await screen.findByRole('option', { name: '12 Wattle Street, Yass NSW 2582' }));
    await submit();
    expect((await screen.findAllByText('This is required.')).length).toBe(3);
    fill(screen.getByRole('textbox', { name: /^Search Price Low/ }), '1.2');
    fill(screen.getByRole('textbox', { name: /^Search Price High/ }), '1.1');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Nature of Ownership/ }), 'Investment');
    await submit();
    expect(await screen.findByText('Search Price High should be higher than Search Price Low.')).toBeTruthy();
    fill(screen.getByRole('textbox', { name: /^Search Price High/ }), '1.3');
    await submit();
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject({
      ...yass,
      sellingPriceMin: 1_200_000,
      sellingPriceMax: 1_300_000,
      natureOfOwnership: 'investment',
      methodOfSale: null,
      auctionDate: null,
    });
  });

  it.each([/^Search Price Low/, /^Search Price High/])('keeps a text in %s that is not an amount', async (name) => {
    const { posts } = await open('manager', bare({ tenantType: 'agency' }));
    await expectsAnAmount(screen.getByRole('textbox', { name }));
    await submit();
    expect(posts()).toEqual([]);
  });

  it('for a deposit asks only for the sold price', async () => {
    await open('manager', bare({ tenantType: 'agency', campaignBudgetFundsPurpose: 'deposit' }));
    await expectsAnAmount(screen.getByRole('textbox', { name: 'Sold Price' }));
    for (const name of [/^Search Price/, /^Sale Method/, /^Nature/]) {
      expect(screen.queryByRole('textbox', { name }) ?? screen.queryByRole('combobox', { name })).toBeNull();
    }
  });

  it('in New Zealand offers its methods of sale, and keeps the suburb on its line', async () => {
    usePage({ country: 'NZ' });
    const ponsonby = {
      address: '7 Tōtara Rise',
      address2: 'Ponsonby',
      city: 'Auckland',
      state: null,
      postalCode: '1011',
    };
    const { posts } = await open('manager', bare(), { 'GET /v1/property-suggestions': () => ({ items: [ponsonby] }) });
    const methods = [...screen.getByRole('combobox', { name: 'Sale Method' }).querySelectorAll('option')];
    expect(methods.map(({ textContent }) => textContent)).toEqual([
      'Not chosen',
      'Auction',
      'Price by negotiation',
      'Deadline',
      'Other',
    ]);
    await userEvent.type(search(), 'to');
    await userEvent.click(await screen.findByRole('option', { name: '7 Tōtara Rise, Ponsonby, Auckland 1011' }));
    await submit();
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toMatchObject(ponsonby);
  });

  it('keeps everything typed if the server refuses', async () => {
    await open('manager', bare(), {
      [`POST ${path}/property`]: () =>
        problemResponse(409, {
          type: '/problems/property-attached',
          displayText: 'This campaign has its property already.',
        }),
    });
    await userEvent.type(search(), '12');
    await userEvent.click(await screen.findByRole('option', { name: '12 Wattle Street, Yass NSW 2582' }));
    fill(screen.getByRole('textbox', { name: 'Description' }), 'Sunny');
    await submit();
    expect(await screen.findByText('This campaign has its property already.')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('Sunny');
  });
});
