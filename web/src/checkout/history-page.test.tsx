import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, renderCheckout } from '../../test/checkout.tsx';
import { problemResponse } from '../../test/harness.tsx';

afterEach(() => vi.unstubAllGlobals());

const path = 'GET /v1/agreements/10231/history';
const item = (id: number, changed: object = {}) => ({
  id,
  date: '2026-11-16T23:00:00.000Z',
  localTime: '2026-11-17T10:00',
  kind: 'link-sent',
  by: { kind: 'organisation', name: 'Kōwhai Realty' },
  text: 'sent you the link to this page',
  amount: null,
  ...changed,
});
const paid = () => aCheckout({ screen: 'paid', option: 'pn', path: [] });
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'What has happened' }));
  await screen.findByRole('heading', { level: 1, name: 'What has happened' });
};
const lines = async () =>
  (await within(screen.getByRole('main')).findAllByRole('listitem')).map((each) => each.textContent);

describe('the history on a payer’s page', () => {
  it('says who did what, with the time of the organisation', async () => {
    const own = item(9, { by: { kind: 'you', name: '' }, text: 'made a payment', amount: 42.5 });
    renderCheckout(paid(), { [path]: () => ({ items: [own, item(8)], next: null }) });
    await open();
    expect(await lines()).toEqual([
      'You made a payment ($42.50)17 November 2026, 10:00',
      'Kōwhai Realty sent you the link to this page17 November 2026, 10:00',
    ]);
  });

  it('goes on with older entries, and offers to try again if it fails', async () => {
    let isDown = true;
    renderCheckout(paid(), {
      [path]: ({ query }) => {
        if (query.get('before') === null) return { items: [item(9)], next: 9 };
        return isDown ? problemResponse(503, { displayText: 'Busy.' }) : { items: [item(4)], next: null };
      },
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show older entries' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Busy.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByText(/sent you the link/)).toHaveLength(2);
    expect(await lines()).toHaveLength(2);
  });
});
