import { CommentsCard } from '@kerb/web/features/comments/comments.card.tsx';
import { typedName } from '@kerb/web/features/comments/mention-field.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

const ana = { userId: 2, displayName: 'Ana Lee' };
const comment = (id: number, changed: object = {}) => ({
  id,
  author: ana,
  body: 'Rang the vendor.',
  mentions: [],
  createdDate: '2026-11-16T23:00:00.000Z',
  isRemoved: false,
  mayRemove: false,
  ...changed,
});
const people = [
  { ...ana, standing: 'admin' },
  { userId: 11, displayName: 'Mia Manager', standing: 'manager' },
  { userId: 12, displayName: 'Eli Employee', standing: 'employee' },
];

async function open(items: object[] = [], more: Parameters<typeof signedIn>[0] = {}) {
  const { handlers } = campaignServer(campaign());
  const calls = await signedIn({
    ...handlers,
    'GET /v1/agreements/10231/comments': () => ({ items, isMore: false }),
    'GET /v1/agreements/10231/comment-people': () => ({ items: people }),
    ...more,
  });
  renderCards(({ value }) => <CommentsCard agreement={value} />, sessions.employee);
  return calls;
}

const field = () => screen.findByRole('textbox', { name: 'New comment' });

describe('comments', () => {
  it('are shown in the order of time, with mentioned names', async () => {
    await open([
      comment(9, { body: 'Thanks @Ana Lee!', mentions: [ana], author: { userId: 12, displayName: 'Eli Employee' } }),
      comment(8),
      comment(7, { body: '', isRemoved: true }),
    ]);
    await screen.findByText('Rang the vendor.');
    const list = screen.getByRole('list', { name: 'Comments' });
    const texts = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(texts[0]).toContain('This comment was removed.');
    expect(texts[1]).toContain('Rang the vendor.');
    expect(within(list).getByText('@Ana Lee').tagName).toBe('STRONG');
  });

  it('are sent with the people whom they name', async () => {
    const calls = await open([], { 'POST /v1/agreements/10231/comments': () => comment(7) });
    const text = await field();
    await screen.findByText('No comments yet.');
    await userEvent.type(text, 'Ask @mi');
    const list = await screen.findByRole('listbox', { name: 'People to mention' });
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Mia Manager Manager']);
    await userEvent.keyboard('{Enter}');
    expect((text as HTMLTextAreaElement).value).toBe('Ask @Mia Manager ');
    await userEvent.click(screen.getByRole('button', { name: 'Add comment' }));
    await waitFor(() => expect((text as HTMLTextAreaElement).value).toBe(''));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      body: 'Ask @Mia Manager',
      mentions: [11],
    });
  });

  it('ask who can be mentioned only when somebody begins to write', async () => {
    const calls = await open();
    const asked = () => calls.filter(({ path }) => path.endsWith('/comment-people'));
    await screen.findByText('No comments yet.');
    expect(asked()).toEqual([]);
    await userEvent.click(await field());
    await waitFor(() => expect(asked()).toHaveLength(1));
  });

  it('choose a person by arrows and by the mouse, and Escape closes the choice', async () => {
    await open();
    const text = (await field()) as HTMLTextAreaElement;
    await userEvent.type(text, '@');
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { name: /Mia/ }).getAttribute('aria-selected')).toBe('true');
    expect(text.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: /Mia/ }).id);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.type(text, ' @eli');
    await userEvent.click(await screen.findByRole('option', { name: /Eli/ }));
    expect(text.value).toBe('@ @Eli Employee ');
  });

  it('keep their text and say why if they are refused', async () => {
    const validation = { mentions: [{ type: 'notValid', message: 'Mention only people who can see this campaign.' }] };
    await open([], { 'POST /v1/agreements/10231/comments': () => problemResponse(400, { validation }) });
    const text = (await field()) as HTMLTextAreaElement;
    await userEvent.type(text, 'Hello');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Mention only people who can see this campaign.')).toBeTruthy();
    expect(text.value).toBe('Hello');
  });

  it('are removed after a question, and the focus stays', async () => {
    const items = [comment(7, { mayRemove: true })];
    const calls = await open(items, {
      'DELETE /v1/agreements/10231/comments/7': () => {
        items[0] = comment(7, { body: '', isRemoved: true });
        return undefined;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the comment of Ana Lee' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('This comment was removed.')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
    await waitFor(() => expect(document.activeElement?.id).toBe('comment-7'));
  });

  it('of others appear by themselves', async () => {
    const items = [comment(7)];
    let isTold = false;
    await open(items, {
      'GET /v1/agreements/10231/events': () => {
        if (isTold) return problemResponse(404);
        isTold = true;
        items.unshift(comment(8, { body: 'Good news.' }));
        return new Response('id: 5\ndata: {"kind":"comment","isOwn":false}\n\n', {
          headers: { 'content-type': 'text/event-stream' },
        });
      },
    });
    expect(await screen.findByText('Good news.')).toBeTruthy();
  });
});

describe('a name that is being typed', () => {
  // biome-ignore format: a table
  it.each([
    ['@',             { from: 0, letters: '' }],
    ['Ask @mi',       { from: 4, letters: 'mi' }],
    ['Ask @Mia Ma',   { from: 4, letters: 'Mia Ma' }],
    ['a@b.com',       null],
    ['Ask @Mia Ma n', null],
    ['Ask',           null],
  ])('%s', (text, expected) => {
    expect(typedName(text, text.length)).toEqual(expected);
  });
});
