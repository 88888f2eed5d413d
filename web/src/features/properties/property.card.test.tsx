import type { property } from '@kerb/domain/properties/properties.contract.ts';
import { PropertyCard } from '@kerb/web/features/properties/property.card.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import {
  campaign,
  campaignServer,
  fill,
  renderCards,
  sessions,
  vera,
  versioned,
  type WireAgreement,
} from '../../../test/campaign-server.tsx';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';

type WireProperty = z.input<typeof property>;
type Who = keyof typeof sessions;

beforeAll(async () => {
  await import('@kerb/web/features/properties/edit-address.form.tsx');
  await import('@kerb/web/features/properties/edit-details.form.tsx');
  await import('@kerb/web/features/properties/edit-sale.form.tsx');
});
beforeEach(() => usePage());

const house = (changed: Partial<WireProperty> = {}): WireProperty => ({
  id: 71,
  href: '/v1/properties/71',
  type: 'house',
  domainPropertyRef: null,
  address: '12 Wattle St',
  address2: null,
  address3: null,
  city: 'Yass',
  state: 'NSW',
  postalCode: '2582',
  bedrooms: 6,
  bathrooms: 2,
  carSpaces: null,
  description: 'Sunny, with a view.',
  ...changed,
});

const withProperty = (changed: Partial<WireAgreement> = {}): WireAgreement =>
  campaign({
    property: { href: '/v1/properties/71' },
    tenantType: 'agency',
    budgetOwnerAllowsProperty: false,
    natureOfOwnership: 'secondary-residence',
    methodOfSale: 'auction',
    auctionDate: '2026-12-12',
    sellingPriceMin: 800_000,
    sellingPriceMax: 900_000,
    soldPrice: null,
    agentNotes: 'The key is under the mat.',
    ...changed,
  });

async function open(who: Who, agreement = withProperty(), wire = house(), payers = [vera()]) {
  const server = campaignServer(agreement, payers);
  const state = { property: wire, version: 5, refusal: null as Response | null };
  server.handlers['GET /v1/properties/71'] = () => versioned(state.property, state.version);
  server.handlers['PUT /v1/properties/71'] = ({ body, headers }) => {
    if (state.refusal) return state.refusal;
    if (headers.get('if-match') !== `"${state.version}"`)
      return problemResponse(412, { type: '/problems/precondition-failed' });
    state.property = { ...state.property, ...(body as object) };
    state.version += 1;
    return versioned(state.property, state.version);
  };
  const calls = await signedIn(server.handlers);
  renderCards((record) => <PropertyCard record={record} standing={who} />, sessions[who]);
  return { state, calls };
}
const card = async () => {
  const region = await screen.findByRole('region', { name: 'Property' });
  await within(region).findByText('12 Wattle St, Yass NSW 2582');
  return region;
};
const saves = (calls: Seen[]) => calls.filter(({ method }) => method === 'PUT');
const button = (name: string) => screen.queryByRole('button', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the property card', () => {
  it("shows the property, the sale and the team's notes", async () => {
    await open('employee');
    const text = (await card()).textContent;
    for (const words of [
      'Property TypeHouse',
      'Bedrooms6+',
      'Bathrooms2',
      'Car Spaces–',
      'Sunny, with a view.',
      'Nature of OwnershipAdditional Residence',
      'Sale MethodAuction',
      'Search Price Low$800,000',
      'Search Price High$900,000',
      'Internal NotesThe key is under the mat.',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Sold Price');
  });

  it('shows the rooms of land as dashes', async () => {
    await open('admin', withProperty(), house({ type: 'land', bedrooms: 3 }));
    expect((await card()).textContent).toContain('Bedrooms–');
    await userEvent.click(screen.getByRole('button', { name: 'Edit property details' }));
    const rooms = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Bedrooms' });
    expect(rooms.disabled).toBe(true);
    expect(rooms.textContent).toBe('–');
  });

  // biome-ignore format: a table
  it.each<[Who, Partial<WireAgreement>, boolean, boolean]>([
    ['admin',    {},                                  true,  true ],
    ['manager',  {},                                  false, true ],
    ['employee', {},                                  false, true ],
    ['employee', { budgetOwnerAllowsProperty: true }, true,  true ],
    ['manager',  { vendorAgentDataConsent: true },    true,  true ],
    ['admin',    { status: 'signed' },                false, false],
    ['admin',    { status: 'cancelled' },             false, false],
    ['admin',    { status: 'waiting-settlement' },    false, false],
    ['admin',    { status: 'complete' },              true,  true ],
  ])('lets %s of %j edit the address: %j, and the rest: %j', async (who, changed, address, rest) => {
    await open(who, withProperty(changed));
    const region = await card();
    expect(button('Edit address') !== null).toBe(address);
    expect(button('Edit property details') !== null).toBe(rest);
    expect(button('Edit sale details') !== null).toBe(rest);
    expect(region.querySelector('input, select, textarea')).toBeNull();
  });

  it('keeps an address that came from Domain read-only', async () => {
    await open('admin', withProperty(), house({ domainPropertyRef: 'DP-1' }));
    await card();
    expect(button('Edit address')).toBeNull();
    expect(button('Edit property details')).not.toBeNull();
  });
});

describe('editing the address', () => {
  it('saves it, and returns to the read-only view', async () => {
    const { calls } = await open('admin');
    await card();
    await userEvent.click(screen.getByRole('button', { name: 'Edit address' }));
    const street = await screen.findByRole('textbox', { name: /^Street Address/ });
    expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Address' }));
    fill(street, '14 Wattle St');
    await save();
    expect(await screen.findByText('Saved')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(button('Edit address')));
    expect(saves(calls)[0]?.body).toMatchObject({ address: '14 Wattle St', city: 'Yass', state: 'NSW' });
    expect(saves(calls)[0]?.headers.get('if-match')).toBe('"5"');
    expect(await screen.findByText('14 Wattle St, Yass NSW 2582')).toBeTruthy();
    expect(button('Save')).toBeNull();
  });

  it.each([
    ['pl', 0],
    ['pos', 0],
    ['pn', 1],
  ] as const)('in an approved campaign with the option %s is offered: %s', async (financeOptionCode, count) => {
    await open('admin', withProperty({ status: 'approved', financeOptionCode }), house());
    await card();
    expect(screen.queryAllByRole('button', { name: 'Edit address' })).toHaveLength(count);
  });

  it('refuses an invalid address, and only warns of a postcode in another state', async () => {
    const { calls } = await open('admin');
    await card();
    await userEvent.click(screen.getByRole('button', { name: 'Edit address' }));
    fill(await screen.findByRole('textbox', { name: /^Postcode/ }), '3690');
    expect(await screen.findByText('3690 is not usually a postcode of NSW. Please check.')).toBeTruthy();
    fill(screen.getByRole('textbox', { name: /^Suburb/ }), ' ');
    fill(screen.getByRole('textbox', { name: /^Postcode/ }), '36a');
    await save();
    expect(await screen.findByText('Enter a postcode of four digits.')).toBeTruthy();
    expect(screen.getByText('This is required.')).toBeTruthy();
    expect(saves(calls)).toEqual([]);
  });

  it('has a city and more lines in New Zealand, and no state', async () => {
    usePage({ country: 'NZ' });
    const there = { address: '7 Tōtara Rise', address2: 'Ponsonby', city: 'Auckland', state: null, postalCode: '1011' };
    const { calls } = await open('admin', withProperty(), house(there));
    await screen.findByText('7 Tōtara Rise, Ponsonby, Auckland 1011');
    await userEvent.click(screen.getByRole('button', { name: 'Edit address' }));
    fill(await screen.findByRole('textbox', { name: 'Address Line 3' }), 'Level 2');
    expect(screen.queryByRole('combobox', { name: /^State/ })).toBeNull();
    expect(screen.getByRole('textbox', { name: /^City/ })).toBeTruthy();
    await save();
    await waitFor(() => expect(saves(calls)).toHaveLength(1));
    expect(saves(calls)[0]?.body).toMatchObject({ ...there, address3: 'Level 2' });
  });

  it('shows a conflict to the second of two users, and loses nothing typed', async () => {
    const { state, calls } = await open('admin');
    await card();
    await userEvent.click(screen.getByRole('button', { name: 'Edit address' }));
    const street = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Street Address/ });
    fill(street, '14 Wattle St');
    state.property = house({ address: '16 Wattle St', postalCode: '2583' });
    state.version = 9;
    await save();
    expect(await screen.findByText('Someone else has changed this since you opened it.')).toBeTruthy();
    expect(street.value).toBe('14 Wattle St');
    await userEvent.click(screen.getByRole('button', { name: 'Keep what I typed' }));
    await save();
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(state.property).toMatchObject({ address: '14 Wattle St', postalCode: '2583' });
    expect(saves(calls).at(-1)?.headers.get('if-match')).toBe('"9"');
  });
});

describe('editing the details of the property', () => {
  it('sends no rooms for land', async () => {
    const { calls } = await open('employee');
    await card();
    await userEvent.click(screen.getByRole('button', { name: 'Edit property details' }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Property Type' }), 'Land');
    await save();
    await waitFor(() => expect(saves(calls)).toHaveLength(1));
    expect(saves(calls)[0]?.body).toEqual({
      type: 'land',
      bedrooms: null,
      bathrooms: null,
      carSpaces: null,
      description: 'Sunny, with a view.',
    });
  });

  it("shows the server's errors under their fields", async () => {
    const { state } = await open('employee');
    state.refusal = problemResponse(400, { validation: { type: [{ type: 'notValid', message: 'Not today.' }] } });
    await card();
    await userEvent.click(screen.getByRole('button', { name: 'Edit property details' }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Property Type' }), 'Villa');
    await save();
    expect(await screen.findByText('Not today.')).toBeTruthy();
  });
});

describe('editing the sale details', () => {
  const edit = async () => {
    await card();
    await userEvent.click(screen.getByRole('button', { name: 'Edit sale details' }));
    return screen.findByRole<HTMLInputElement>('textbox', { name: /^Search Price Low/ });
  };
  const high = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Search Price High/ });

  it('completes short prices while typing, and sends only the changed fields', async () => {
    const { calls } = await open('employee');
    const low = await edit();
    fill(low, '1.25');
    expect(low.value).toBe('1,250,000');
    fill(high(), '1300000');
    expect(high().value).toBe('1,300,000');
    fill(high(), '950');
    expect(high().value).toBe('950,000');
    fill(high(), '1.3');
    await save();
    await waitFor(() => expect(saves(calls)).toHaveLength(1));
    expect(saves(calls)[0]?.path).toBe('/v1/agreements/10231');
    expect(saves(calls)[0]?.body).toEqual({ sellingPriceMin: 1_250_000, sellingPriceMax: 1_300_000 });
    expect(saves(calls)[0]?.headers.get('if-match')).toBe('"3"');
  });

  it('keeps a price that cannot be read, and saves nothing', async () => {
    const { calls } = await open('employee');
    await expectsAnAmount(await edit());
    await expectsAnAmount(high());
    await save();
    expect(saves(calls)).toEqual([]);
  });

  it('does not let the high price be lower than the low one', async () => {
    const { calls } = await open('employee');
    await edit();
    fill(high(), '799,999');
    await save();
    expect(await screen.findByText('Search Price High should be higher than Search Price Low.')).toBeTruthy();
    expect(saves(calls)).toEqual([]);
    fill(high(), '800,000');
    await save();
    await waitFor(() => expect(saves(calls)).toHaveLength(1));
  });

  it('requires everything of an agency, and nothing of a supplier', async () => {
    const { calls } = await open('employee');
    fill(await edit(), '');
    await save();
    expect(await screen.findByText('This is required.')).toBeTruthy();
    expect(saves(calls)).toEqual([]);
  });

  it('lets a supplier leave fields empty', async () => {
    const { calls } = await open('employee', withProperty({ tenantType: 'supplier' }));
    fill(await edit(), '');
    await save();
    await waitFor(() => expect(saves(calls)[0]?.body).toEqual({ sellingPriceMin: null }));
  });

  it("has a date only for an auction, and offers the country's methods", async () => {
    const { calls } = await open('employee');
    await edit();
    expect(screen.getByLabelText(/^Auction Date/)).toBeTruthy();
    const method = screen.getByRole('combobox', { name: /^Sale Method/ });
    const methods = [...method.querySelectorAll('option')].map(({ textContent }) => textContent);
    expect(methods).toEqual(['Not chosen', 'Auction', 'Private Treaty', 'Expressions of Interest', 'Other']);
    await userEvent.selectOptions(method, 'Private Treaty');
    expect(screen.queryByLabelText(/^Auction Date/)).toBeNull();
    await save();
    await waitFor(() => expect(saves(calls)[0]?.body).toEqual({ methodOfSale: 'private-treaty' }));
  });

  it('of a deposit asks only for the sold price', async () => {
    const { calls } = await open('manager', withProperty({ campaignBudgetFundsPurpose: 'deposit' }));
    await card();
    await userEvent.click(screen.getByRole('button', { name: 'Edit sale details' }));
    fill(await screen.findByRole('textbox', { name: 'Sold Price' }), '1.1');
    expect(screen.queryByRole('textbox', { name: /^Search Price Low/ })).toBeNull();
    await save();
    await waitFor(() => expect(saves(calls)[0]?.body).toEqual({ soldPrice: 1_100_000 }));
  });

  it("keeps the team's notes", async () => {
    const { calls } = await open('manager');
    await edit();
    fill(screen.getByRole('textbox', { name: 'Internal Notes' }), ' The dog bites. ');
    await save();
    await waitFor(() => expect(saves(calls)[0]?.body).toEqual({ agentNotes: 'The dog bites.' }));
  });
});

describe('consent to the property’s details', () => {
  const words = 'The address is kept by our team. The vendor can agree, on their page, that you add and correct it.';

  async function openWithConsent(who: Who, changed: Partial<WireAgreement> = {}) {
    const server = campaignServer(withProperty(changed));
    server.handlers['GET /v1/properties/71'] = () => versioned(house(), 5);
    server.handlers['POST /v1/agreements/10231/consent'] = ({ body }) =>
      versioned({ ...server.state.agreement, ...(body as object) }, 9);
    const calls = await signedIn(server.handlers);
    renderCards((record) => <PropertyCard record={record} standing={who} />, sessions[who]);
    return () => calls.filter(({ path }) => path.endsWith('/consent')).map(({ body }) => body);
  }

  it('explains to the agent why the address is read-only, and makes it editable once given', async () => {
    await openWithConsent('manager');
    await card();
    expect(screen.getByText(words)).toBeTruthy();
    expect(button('Edit address')).toBeNull();
    cleanup();
    await openWithConsent('manager', { vendorAgentDataConsent: true });
    await card();
    expect(screen.getByText('The vendor has allowed you to edit these details.')).toBeTruthy();
    expect(button('Edit address')).toBeTruthy();
  });

  it('can be recorded by an admin', async () => {
    const said = await openWithConsent('admin');
    await card();
    expect(screen.getByText('The vendor has not allowed Harbour Estate to edit these details.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Record consent' }));
    expect(await screen.findByRole('button', { name: 'Take consent back' })).toBeTruthy();
    expect(said()).toEqual([{ vendorAgentDataConsent: true }]);
  });
});
