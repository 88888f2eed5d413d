import { campaignQueries } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { LiveScreen } from '@kerb/web/features/campaigns/live-screen.tsx';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, renderPart, signedIn, usePage } from '../../../test/harness.tsx';
import { aRow, pageOfRows } from '../../../test/lists.ts';

beforeEach(() => usePage());

const first = aRow({ id: 1, name: '1 Wattle St' });
const second = aRow({ id: 2, name: '2 Wattle St' });
const query = { page: 1, perPage: 50 };

function Rows() {
  const { data } = useQuery(campaignQueries.list(query));
  return (
    <>
      <div id="content">
        <ul data-rows aria-label="Rows">
          {data?.items.map(({ id, name }) => (
            <li key={id}>
              <button type="button">{name}</button>
            </li>
          ))}
        </ul>
      </div>
      <LiveScreen place="/" />
    </>
  );
}

/** A list with a stream that the test writes to. */
async function open() {
  const now = { rows: [first, second] };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const calls = await signedIn({
    'GET /v1/agreements': () => pageOfRows(...now.rows),
    'GET /v1/agreements/events': () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: (given) => {
            controller = given;
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      ),
  });
  renderPart(<Rows />, admin);
  const rows = await screen.findByRole('list', { name: 'Rows' });
  await within(rows).findByText('1 Wattle St');
  await waitFor(() => expect(controller).toBeTruthy());
  const tell = (...ids: number[]) =>
    controller?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ ids, isMore: false })}\n\n`));
  const names = () =>
    within(rows)
      .getAllByText(/Wattle St$/)
      .map(({ textContent }) => textContent);
  const reads = () => calls.filter(({ path }) => path === '/v1/agreements').length;
  return { now, rows, tell, names, reads };
}

describe('an open list', () => {
  it('is read once for a burst of changes, and shows a changed row in its place', async () => {
    const { now, tell, names, reads } = await open();
    const before = reads();
    now.rows = [aRow({ ...first, name: '1b Wattle St' }), second];
    for (let n = 0; n < 300; n += 1) tell(1);
    await waitFor(() => expect(names()).toEqual(['1b Wattle St', '2 Wattle St']));
    expect(reads()).toBe(before + 1);
  });

  it('shows a new order at once if nobody is in the rows', async () => {
    const { now, tell, names } = await open();
    now.rows = [aRow({ id: 3, name: '3 Wattle St' }), first, second];
    tell(3);
    await waitFor(() => expect(names()).toEqual(['3 Wattle St', '1 Wattle St', '2 Wattle St']));
    expect(screen.queryByText('1 campaign changed')).toBeNull();
  });

  it('puts no row under the cursor of a person who is in the rows, until they ask', async () => {
    const { now, rows, tell, names } = await open();
    within(rows).getByRole('button', { name: '2 Wattle St' }).focus();
    now.rows = [aRow({ id: 3, name: '3 Wattle St' }), first, aRow({ ...second, name: '2b Wattle St' })];
    tell(2, 3);
    const said = await screen.findByText('1 campaign changed');
    expect(said.closest('[role=status]')).toBeTruthy();
    expect(names()).toEqual(['1 Wattle St', '2b Wattle St']);
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(names()).toEqual(['3 Wattle St', '1 Wattle St', '2b Wattle St']));
    expect(screen.queryByText(/campaigns? changed$/)).toBeNull();
    expect(document.activeElement).toBe(rows);
  });
});
