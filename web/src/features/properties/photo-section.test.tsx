import { HeaderCard } from '@kerb/web/features/campaign-cards/header.card.tsx';
import { PropertyCard } from '@kerb/web/features/properties/property.card.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  branding,
  campaign,
  campaignServer,
  fill,
  renderCards,
  sessions,
  versioned,
} from '../../../test/campaign-server.tsx';
import { problemResponse, signedIn, usePage } from '../../../test/harness.tsx';
import { stubUploads } from '../../../test/uploads.ts';

beforeAll(() => import('@kerb/web/features/properties/add-property.dialog.tsx'));
beforeEach(() => {
  usePage();
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = vi.fn();
});

const path = '/v1/agreements/10231';
const alt = '12 Wattle St, Yass NSW 2582';
const wattle = { address: '12 Wattle St', address2: null, address3: null, city: 'Yass', state: 'NSW' };
const house = {
  ...{ id: 71, href: '/v1/properties/71', type: 'house', domainPropertyRef: null, ...wattle, postalCode: '2582' },
  ...{ bedrooms: 3, bathrooms: 2, carSpaces: 1, description: null },
};

type Start = { who?: 'admin' | 'manager' | 'employee'; photo?: string | null; card?: 'header' | 'property' };

async function open({ who = 'employee', photo = null, card = 'property' }: Start = {}) {
  const uploads = stubUploads();
  const state = { photo, refusal: null as Response | null };
  const shown = () => (state.photo === null ? null : { href: `${path}/property-photo?v=${state.photo}`, alt });
  const server = campaignServer(campaign({ property: { href: '/v1/properties/71' }, tenantType: 'agency' }));
  Object.assign(server.handlers, {
    'GET /v1/properties/71': () => versioned(house, 5),
    [`GET ${path}/branding`]: () => branding({ propertyPhoto: shown() }),
    [`GET ${path}/property-photo`]: () => new Response('webp', { headers: { 'content-type': 'image/webp' } }),
    [`PUT ${path}/property-photo`]: () => {
      if (state.refusal) return state.refusal;
      state.photo = 'new';
      return shown();
    },
    [`DELETE ${path}/property-photo`]: () => {
      state.photo = null;
      return undefined;
    },
  });
  const calls = await signedIn(server.handlers);
  const Card = card === 'header' ? HeaderCard : PropertyCard;
  renderCards((record) => <Card record={record} standing={who} />, sessions[who]);
  await screen.findByRole('region', { name: card === 'header' ? 'Campaign' : 'Property' });
  return { calls, uploads, state };
}

const aFile = (name = 'house.jpg', size = 10) => new File([new Uint8Array(size)], name, { type: 'image/jpeg' });
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Photo of the property: choose a file'), { target: { files: [file] } });
const button = (name: string) => screen.findByRole('button', { name });
const asset = { id: 900, href: '/v1/assets/900', fileName: 'photo.webp', contentType: 'image/webp', size: 9 };

describe('the photo on the property card', () => {
  it('is uploaded for the organisation as a photo, and shown with the address', async () => {
    const { calls, uploads } = await open();
    await button('Add photo');
    choose(aFile());
    await waitFor(() => expect(uploads).toHaveLength(1));
    const { form } = uploads[0]!;
    expect([form.get('tenantId'), form.get('assetTransform')]).toEqual(['7', 'photo']);
    uploads[0]!.answer(201, asset);
    expect(await screen.findByText('Photo saved')).toBeTruthy();
    const sent = calls.find(({ method }) => method === 'PUT');
    expect(sent?.body).toEqual({ asset: { href: '/v1/assets/900' } });
    expect(await screen.findByRole('img', { name: alt })).toBeTruthy();
    expect(await button('Change photo')).toBeTruthy();
  });

  it('is not sent if it is no picture or too large, and says so', async () => {
    const { uploads } = await open();
    await button('Add photo');
    choose(aFile('plan.pdf'));
    expect(await screen.findByText('Choose a picture: JPEG, PNG, GIF or WebP.')).toBeTruthy();
    choose(aFile('huge.jpg', 8_388_609));
    expect(await screen.findByText('Photo too large. Maximum upload size 8MB')).toBeTruthy();
    expect(uploads).toEqual([]);
  });

  it('shows what the server says of an upload and of the photo', async () => {
    const { uploads, state } = await open();
    await button('Add photo');
    choose(aFile());
    await waitFor(() => expect(uploads).toHaveLength(1));
    const displayText = 'The photo is too small.';
    uploads[0]!.answer(400, { type: '/problems/invalid', title: 'Bad Request', status: 400, displayText });
    expect(await screen.findByText(displayText)).toBeTruthy();
    state.refusal = problemResponse(409, { displayText: 'Add the property before its photo.' });
    choose(aFile());
    await waitFor(() => expect(uploads).toHaveLength(2));
    uploads[1]!.answer(201, asset);
    expect(await screen.findByText('Add the property before its photo.')).toBeTruthy();
  });

  it('is removed after a question', async () => {
    const { calls } = await open({ photo: 'abc' });
    await userEvent.click(await button('Remove photo'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the photo?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove photo' }));
    expect(await screen.findByText('Photo removed')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
    await waitFor(() => expect(screen.queryByRole('img', { name: alt })).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add photo'));
  });
});

describe('the photo on the header card', () => {
  it('is small, and absent if there is none', async () => {
    const { calls } = await open({ photo: 'abc', card: 'header' });
    expect(await screen.findByRole('img', { name: alt })).toBeTruthy();
    const asked = calls.find(({ path: called }) => called.endsWith('/property-photo'))?.query;
    expect([asked?.get('v'), asked?.get('width')]).toEqual(['abc', '320']);
  });

  it('is not asked for if the campaign has no property', async () => {
    const calls = await signedIn(campaignServer(campaign()).handlers);
    renderCards((record) => <HeaderCard record={record} standing="admin" />, sessions.admin);
    await screen.findByRole('region', { name: 'Campaign' });
    expect(calls.filter(({ path: called }) => called.endsWith('/branding'))).toEqual([]);
  });
});

describe('the photo in Add Property', () => {
  it('is uploaded when it is chosen, and sent with the property', async () => {
    const uploads = stubUploads();
    const agreement = campaign({ tenantType: 'supplier', budgetOwnerAllowsProperty: true });
    const server = campaignServer(agreement);
    Object.assign(server.handlers, {
      'GET /v1/property-suggestions': () => ({ items: [] }),
      [`GET ${path}/similar`]: () => ({ items: [] }),
      [`POST ${path}/property`]: () => versioned(agreement, 4),
    });
    const calls = await signedIn(server.handlers);
    renderCards((record) => <PropertyCard record={record} standing="employee" />, sessions.employee);
    await userEvent.click(await button('Add property (optional)'));
    await userEvent.click(await screen.findByRole('button', { name: 'Enter the address manually' }));
    fill(await screen.findByRole('textbox', { name: /^Street Address/ }), '12 Wattle St');
    fill(screen.getByRole('textbox', { name: /^Suburb/ }), 'Yass');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^State/ }), 'NSW');
    fill(screen.getByRole('textbox', { name: /^Postcode/ }), '2582');
    choose(aFile());
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]!.answer(201, asset);
    expect(await screen.findByRole('img', { name: 'Chosen' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add Property' }));
    expect(await screen.findByText('Property Added')).toBeTruthy();
    const sent = calls.find(({ method, path: called }) => method === 'POST' && called === `${path}/property`);
    expect(sent?.body).toMatchObject({ address: '12 Wattle St', photo: { href: '/v1/assets/900' } });
  });
});
