import type { LiveEvent } from '@kerb/domain/live/live.contract.ts';
import { mostTelling } from '@kerb/domain/live/live-words.ts';
import { staffWordsOf } from '@kerb/domain/live/staff-words.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { hearCampaign } from '@kerb/web/features/campaigns/follow-campaign.ts';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { gather } from '@kerb/web/platform/gather.ts';
import { keepPlace } from '@kerb/web/platform/keep-place.ts';
import { quietMoment } from '@kerb/web/platform/quiet-moment.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** One act often has several events. The page reads itself again at most this often. */
const pace = { firstMs: 100, gapMs: 2_000 };
/** The tab in which the person acted reads its own change. Their other tabs read it a little later. */
const ownMs = 2_000;
/** A read so shortly before the event has its change. */
const readMs = 1_000;
/** How long the parts of a page take to render what was read. */
const renderedMs = 400;
const toastMs = 8_000;

const versionIn = (tag: string | undefined): number => Number(/^(?:W\/)?"(\d+)/.exec(tag ?? '')?.[1] ?? Number.NaN);

/** Reads the page again where it has changed, and holds what the person looks at. */
async function readAgain(client: QueryClient, id: number, onlyComments: boolean): Promise<void> {
  const page = document.getElementById('content');
  const release = page ? keepPlace(page) : () => {};
  try {
    // The card of the comments reads them itself.
    if (onlyComments) await client.invalidateQueries({ queryKey: campaignKeys.log(id) });
    else await refreshCampaign(client, id);
    await new Promise((resolve) => setTimeout(resolve, renderedMs));
  } finally {
    release();
  }
}

function followPage(client: QueryClient, id: number): () => void {
  let waiting: LiveEvent[] = [];
  let isQuiet = true;
  const later = new Set<ReturnType<typeof setTimeout>>();

  const reading = gather(async () => {
    await quietMoment();
    const events = waiting;
    const onlyComments = isQuiet && events.every(({ kind }) => kind === 'comment');
    waiting = [];
    isQuiet = true;
    const told = mostTelling(events);
    if (told) toast.success(staffWordsOf(told, countryRules().brand), toastMs);
    await readAgain(client, id, onlyComments);
  }, pace);

  /** Reads the page without a word. */
  const want = () => {
    isQuiet = false;
    reading.want();
  };
  const state = () => client.getQueryState(oneCampaign(id).queryKey);
  const leave = hearCampaign(id, {
    onEvent: (event) => {
      if (!event.isOwn) {
        waiting.push(event);
        reading.want();
        return;
      }
      const since = Date.now();
      const look = setTimeout(() => {
        later.delete(look);
        if ((state()?.dataUpdatedAt ?? 0) < since - readMs) want();
      }, ownMs);
      later.add(look);
    },
    onVersion: (version) => {
      if (state()?.data && version > versionIn(state()?.data?.version)) want();
    },
  });
  return () => {
    leave();
    reading.stop();
    for (const each of later) clearTimeout(each);
  };
}

/** Shows on the open page of a campaign what others do, and says it. It loads after the page. */
export function LiveCampaign({ id }: { id: number }) {
  const client = useQueryClient();
  useEffect(() => followPage(client, id), [client, id]);
  return null;
}
