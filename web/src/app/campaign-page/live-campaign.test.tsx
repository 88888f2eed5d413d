import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  campaign,
  campaignServer,
  fill,
  loadCampaignScreen,
  sessions,
  versioned,
} from '../../../test/campaign-server.tsx';
import { renderApp, signedIn, usePage } from '../../../test/harness.tsx';

const path = '/agencies/7/applications/10231';
const record = '/v1/agreements/10231';

beforeAll(loadCampaignScreen);
beforeEach(() => usePage());

/** An open page whose stream a test writes to, and what others make of the campaign. */
async function open() {
  const agreement = campaign({ externalListingUrl: 'https://listing.example/first' });
  const now = { agreement, version: 3 };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const events = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (given) => {
          controller = given;
          given.enqueue(new TextEncoder().encode(`event: open\nid: 1\ndata: {"version":${now.version}}\n\n`));
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    );
  const server = campaignServer(agreement);
  const calls = await signedIn({
    ...server.handlers,
    [`GET ${record}`]: () => versioned(now.agreement, now.version),
    [`GET ${record}/events`]: events,
  });
  renderApp(path, sessions.admin);
  await screen.findByRole('heading', { level: 1, name: agreement.name });
  await waitFor(() => expect(controller).toBeTruthy());
  const tell = (event: object) =>
    controller?.enqueue(new TextEncoder().encode(`id: 2\ndata: ${JSON.stringify({ isOwn: false, ...event })}\n\n`));
  const change = (changed: Partial<typeof agreement>) => {
    now.agreement = { ...now.agreement, ...changed };
    now.version += 1;
  };
  const reads = () => calls.filter((call) => call.method === 'GET' && call.path === record).length;
  return { tell, change, reads };
}

describe('an open campaign page', () => {
  it('shows what somebody else changed, and says it politely', async () => {
    const { tell, change } = await open();
    change({ name: '14 Wattle St, Yass' });
    tell({ kind: 'changed', by: 'Mia Mockridge', fields: ['Title'] });
    await screen.findByRole('heading', { level: 1, name: '14 Wattle St, Yass' });
    const said = screen.getByText('Campaign changed by Mia Mockridge: Title.');
    expect(said.closest('[role=status]')).toBeTruthy();
  });

  it('reads itself few times for many changes', async () => {
    const { tell, reads } = await open();
    const before = reads();
    for (let n = 0; n < 200; n += 1) tell({ kind: 'changed' });
    await screen.findByText(/^Campaign changed by /);
    await waitFor(() => expect(reads()).toBe(before + 1));
  });

  it('keeps what is typed in a card that somebody else has changed, and tells it before the save', async () => {
    const { tell, change } = await open();
    const url = await screen.findByLabelText<HTMLInputElement>('Listing URL');
    fill(url, 'https://listing.example/mine');
    url.focus();
    change({ externalListingUrl: 'https://listing.example/theirs' });
    tell({ kind: 'changed', by: 'Mia Mockridge', fields: ['Listing URL'] });
    const notice = await screen.findByText('Someone else has changed this since you opened it.');
    expect(notice.closest('[role=status]')).toBeTruthy();
    expect(url.value).toBe('https://listing.example/mine');
    expect(document.activeElement).toBe(url);
  });

  it('says nothing about what the person did themselves', async () => {
    const { tell } = await open();
    tell({ kind: 'approved', isOwn: true });
    tell({ kind: 'documents', by: 'Mia Mockridge' });
    await screen.findByText('Documents changed by Mia Mockridge.');
    expect(screen.queryByText(/^Approved by/)).toBeNull();
  });
});
