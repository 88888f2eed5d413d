import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import type { Screen } from '@kerb/domain/checkout/screens.ts';
import type { LiveEvent } from '@kerb/domain/live/live.contract.ts';
import { endName, eventStreamType, lastEventIdHeader, openingName } from '@kerb/domain/live/live-kinds.ts';
import { mostTelling, payerWordsOf } from '@kerb/domain/live/live-words.ts';
import { idleSeconds } from '@kerb/web/checkout/activity.ts';
import { type Api, linkEnded, Problem, type SentProblem } from '@kerb/web/checkout/api.ts';
import { pathOfCampaign } from '@kerb/web/checkout/state.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { follow } from '@kerb/web/platform/live.ts';
import { useEffect, useEffectEvent } from 'react';

/** One change of the team often has several events. They are shown as one. */
const gatherMs = 100;
/** The page reads its own changes itself. Another tab of the same person reads them a little later. */
const ownMs = 2_000;
const againMs = 3_000;
/** A page that nobody has used for so long asks for no steps of others. */
const mostIdleSeconds = 600;

/**
 * What no event tells: that an uncertain payment was not made, and what a co-owner is typing just now. Only pages that
 * wait for it ask.
 */
// biome-ignore format: a table
const pausesMs: Partial<Record<Screen, number>> = {
  confirming:       4_000,
  'waiting-others': 15_000,
  'signed-by-you':  15_000,
};

type Changes = { lastEventId: string; version: number; items: LiveEvent[] };

/** What a page does with events. */
type Page = {
  isBusy: () => boolean;
  version: () => number;
  /** When the page was last read. */
  readAt: () => number;
  /** Reads the page again. Whether that worked. */
  look: () => Promise<boolean>;
  say: (text: string) => void;
  end: (problem: Problem) => void;
};

/** Reads the page again after events, and says what happened. An action of the payer is finished first. */
function gathering(page: Page) {
  let gathered: LiveEvent[] = [];
  let isWanted = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const soon = (ms: number): void => {
    if (!isStopped) timer ??= setTimeout(() => void show(), ms);
  };

  async function show(): Promise<void> {
    const events = gathered;
    gathered = [];
    isWanted = false;
    const isShown = !page.isBusy() && (await page.look());
    timer = undefined;
    if (!isShown) {
      gathered = [...events, ...gathered];
      soon(page.isBusy() ? gatherMs : againMs);
      return;
    }
    const event = mostTelling(events);
    const text = event && payerWordsOf(event, words.live);
    if (text) page.say(text);
    // Something may have happened while the page was read.
    if (gathered.length > 0 || isWanted) soon(gatherMs);
  }

  const want = (): void => {
    isWanted = true;
    soon(gatherMs);
  };
  const later = new Set<ReturnType<typeof setTimeout>>();

  return {
    add: (event: LiveEvent): void => {
      if (!event.isOwn) {
        gathered.push(event);
        soon(gatherMs);
        return;
      }
      const since = Date.now();
      const look = setTimeout(() => {
        later.delete(look);
        if (page.readAt() < since) want();
      }, ownMs);
      later.add(look);
    },
    /** A change between the reading of the page and the opening of the stream has no event. */
    compare: (version: number): void => {
      if (version !== page.version()) want();
    },
    stop: (): void => {
      isStopped = true;
      for (const each of [timer, ...later]) clearTimeout(each);
    },
  };
}

const isOver = (error: unknown): boolean =>
  error instanceof Problem && (error.kind === 'ended' || error.status === 403 || error.status === 404);

/** Follows the campaign while the page is in view. Returns how to stop. */
function followCampaign(api: Api, path: string, page: Page): () => void {
  const { add, compare, stop } = gathering(page);
  const after = (lastEventId: string | null): Record<string, string> =>
    lastEventId === null ? {} : { [lastEventIdHeader]: lastEventId };

  /** The server says why the page has ended. */
  async function ending<Answer>(asked: Promise<Answer>): Promise<Answer> {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof Problem && error.kind === 'ended') page.end(error);
      throw error;
    }
  }

  const leave = follow({
    connect: (lastEventId, signal) =>
      ending(api.open(path, { headers: { accept: eventStreamType, ...after(lastEventId) }, signal })),
    poll: async (lastEventId, signal) => {
      const changes = await ending(api.call<Changes>(path, { headers: after(lastEventId), signal }));
      for (const event of changes.items) add(event);
      compare(changes.version);
      return changes.lastEventId;
    },
    onEvent: ({ name, data }) => {
      if (name === openingName) compare((JSON.parse(data) as { version: number }).version);
      if (name === 'message') add(JSON.parse(data) as LiveEvent);
      // The last event of a stream says why it ended. After an expired token the next connection has another one.
      if (name === endName) {
        const { type = '', displayText = '' } = JSON.parse(data) as SentProblem;
        if (type === linkEnded) page.end(new Problem('ended', displayText, { type }));
      }
    },
    isOver,
    pauseSecondsOf: (error) => (error instanceof Problem ? error.waitSeconds : null),
  });
  return () => {
    leave();
    stop();
  };
}

/** Shows on an open page what others do: our answer, a co-owner who signs, a campaign that was cancelled. */
export function useLive(api: Api, checkout: SentCheckout, page: Page): void {
  const path = pathOfCampaign(checkout, '/events');
  const begin = useEffectEvent(() => followCampaign(api, path, page));
  useEffect(() => begin(), []);
  const look = useEffectEvent(() => {
    if (!page.isBusy() && !document.hidden && idleSeconds() < mostIdleSeconds) void page.look();
  });
  const pauseMs = pausesMs[checkout.screen];
  useEffect(() => {
    if (pauseMs === undefined) return;
    const timer = setInterval(() => look(), pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs]);
}
