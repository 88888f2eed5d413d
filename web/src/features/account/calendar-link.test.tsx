import { currentQuestion } from '@kerb/web/design/confirm.ts';
import { CalendarLinkSettings } from '@kerb/web/features/account/calendar-link.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPart, signedIn, usePage } from '../../../test/harness.tsx';

const url = 'https://kerb.example/v1/calendar.ics?token=secret';
const made = { createdDate: '2026-11-01T00:00:00.000Z', lastUsageDate: '2026-11-02T00:00:00.000Z' };
const answerYes = async (title: string) => {
  await waitFor(() => expect(currentQuestion.get()?.title).toBe(title));
  currentQuestion.get()?.answer(true);
};

beforeEach(() => usePage());

async function show(first: object | null) {
  let link = first;
  const calls = await signedIn({
    'GET /v1/account/calendar-link': () => ({ link }),
    'POST /v1/account/calendar-link': () => {
      link = made;
      return { url };
    },
    'DELETE /v1/account/calendar-link': () => {
      link = null;
      return undefined;
    },
  });
  renderPart(<CalendarLinkSettings />);
  return { calls, user: userEvent.setup() };
}

describe('the private link of a calendar', () => {
  it('is made, and shown once', async () => {
    const { user } = await show(null);
    await screen.findByText('You have no link yet.');
    await user.click(screen.getByRole('button', { name: 'Make a Link' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Link of your calendar' }));
    shown.getByText(url);
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    await screen.findByText(/and last read/);
    await waitFor(() => expect(screen.queryByText(url)).toBeNull());
  });

  it('is replaced and ended only after a question', async () => {
    const { user, calls } = await show(made);
    const sent = (method: string) => calls.filter((call) => call.method === method).length;
    await user.click(await screen.findByRole('button', { name: 'Replace the Link' }));
    expect(sent('POST')).toBe(0);
    await answerYes('Replace the link?');
    await user.click(await screen.findByRole('button', { name: 'I have copied it' }));
    await user.click(await screen.findByRole('button', { name: 'End the Link' }));
    expect(sent('DELETE')).toBe(0);
    await answerYes('End the link?');
    await screen.findByText('You have no link yet.');
  });
});
