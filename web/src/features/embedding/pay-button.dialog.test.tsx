import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { PayButtonDialog } from '@kerb/web/features/embedding/pay-button.dialog.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPart, signedIn, usePage } from '../../../test/harness.tsx';

const script = { src: 'https://kerb.example/embed/kerb-embed-1.js', integrity: 'sha384-abc' };
const token = 't'.repeat(43);
const made = { token, state: 'to-pay', createdDate: '2026-11-01T00:00:00.000Z' };

beforeEach(() => usePage());

async function show(first: object | null, isOn = true) {
  let button = first;
  const calls = await signedIn({
    'GET /v1/agreements/3/pay-button': () => ({ button, isOn, script }),
    'POST /v1/agreements/3/pay-button': () => {
      button = made;
      return { button, isOn, script };
    },
    'DELETE /v1/agreements/3/pay-button': () => {
      button = null;
      return undefined;
    },
  });
  renderPart(<PayButtonDialog agreementId={3} tenantId={7} onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay button for your website' }));
  return { calls, dialog, user: userEvent.setup() };
}

describe('the Pay button of a campaign', () => {
  it('is made, shown with what to copy, and ended after a question', async () => {
    const { dialog, user } = await show(null);
    await user.click(await dialog.findByRole('button', { name: 'Make a Button' }));
    await dialog.findByText('Pay for your marketing');
    dialog.getByText(new RegExp(`data-key="${token}"`));
    expect(dialog.getByTitle('Preview of the Pay button').getAttribute('src')).toBe(`/embed/button/${token}`);
    await user.click(dialog.getByRole('button', { name: 'End the Button' }));
    await waitFor(() => expect(currentQuestion.get()?.title).toBe('End the button?'));
    currentQuestion.get()?.answer(true);
    await dialog.findByRole('button', { name: 'Make a Button' });
  });

  it('is replaced only after a question', async () => {
    const { dialog, user, calls } = await show(made);
    await user.click(await dialog.findByRole('button', { name: 'Replace the Button' }));
    await waitFor(() => expect(currentQuestion.get()?.title).toBe('Replace the button?'));
    currentQuestion.get()?.answer(false);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('says that the organisation shows nothing on its website yet', async () => {
    const { dialog } = await show(null, false);
    await dialog.findByText(/shows nothing on its website yet/);
  });
});
