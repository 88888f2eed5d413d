import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import type { CheckoutPage } from '@kerb/domain/checkout/checkout-page.ts';
import { useAlive } from '@kerb/web/checkout/activity.ts';
import { type Api, apiOf, isUnknown, linkEnded, Problem } from '@kerb/web/checkout/api.ts';
import { canGoBack, entryNow, nameEntry, pushEntry } from '@kerb/web/checkout/history.ts';
import { useLive } from '@kerb/web/checkout/live.ts';
import { load } from '@kerb/web/checkout/load-view.ts';
import { Ended, Shell } from '@kerb/web/checkout/shell.tsx';
import {
  asProblem,
  type Checkout,
  CheckoutContext,
  isEarlier,
  mayCancel,
  pathOfCampaign,
} from '@kerb/web/checkout/state.ts';
import { replayTaps } from '@kerb/web/checkout/taps.ts';
import { componentOf, extraViews, type View, viewIn } from '@kerb/web/checkout/views.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

type Shown = { checkout: SentCheckout; view: View };

const extras: readonly View[] = extraViews;

/** Whether the payer may see this view now: an extra page, a question before the current one, or another choice. */
const mayShow = (checkout: SentCheckout, view: View): boolean =>
  view === checkout.screen ||
  (view === 'cancel' ? mayCancel(checkout) : extras.includes(view)) ||
  (view === 'choose' && checkout.choices.length > 0) ||
  isEarlier(checkout, view as SentCheckout['screen']);

/** Moves the focus to the heading of a new view, and the page to its top. The first view keeps the browser's focus. */
function useFocus(view: View): void {
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('[data-heading]')?.focus({ preventScroll: true });
  }, [view]);
}

const restMs = 1_500;

/** Loads the code of the next question while the payer reads this one. */
function useNextPart({ checkout: { path, screen } }: Shown): void {
  const next = path[path.indexOf(screen) + 1];
  useEffect(() => {
    if (!next) return;
    // A part that does not load now is loaded when it is needed.
    const timer = setTimeout(() => void load(next).catch(() => undefined), restMs);
    return () => clearTimeout(timer);
  }, [next]);
}

/** What is shown: the last answer of the server, and the view of it. */
function useShown(page: CheckoutPage, api: Api) {
  const [shown, setShown] = useState<Shown>({ checkout: page.checkout, view: page.checkout.screen });
  // The newest at once: an action asks for it before the next rendering.
  const latest = useRef(shown);
  const readAt = useRef(Date.now());
  useFocus(shown.view);
  useNextPart(shown);

  async function show(checkout: SentCheckout, view: View, isNew: boolean): Promise<void> {
    const wanted = mayShow(checkout, view) ? view : checkout.screen;
    await load(wanted);
    if (isNew && wanted !== latest.current.view) pushEntry(wanted);
    latest.current = { checkout, view: wanted };
    setShown(latest.current);
  }

  async function refresh(): Promise<SentCheckout> {
    const asked = Date.now();
    const checkout = await api.call<SentCheckout>(pathOfCampaign(latest.current.checkout, '/checkout'));
    const { view, checkout: before } = latest.current;
    // A later read has been shown already.
    if (asked < readAt.current) return before;
    readAt.current = asked;
    // A new screen follows; otherwise the payer stays where they are.
    await show(checkout, checkout.screen === before.screen ? view : checkout.screen, true);
    return checkout;
  }

  return { shown, latest, readAt, show, refresh };
}

type Showing = ReturnType<typeof useShown>;

/** Why the page has ended: the server's words about the link, or that nobody has used the page for long. */
const endedWords = ({ type, message }: Problem): string => (type === linkEnded ? message : words.problem.away);

/** What others did: long enough to be read by somebody who types. What one did oneself is short. */
const eventMs = 12_000;
const doneMs = 4_000;

/** What the page says of the last action or event. It disappears by itself once the action is finished. */
function useSaid(isBusy: boolean) {
  const [{ text, ms }, set] = useState({ text: '', ms: 0 });
  useEffect(() => {
    if (isBusy || text === '') return;
    const timer = setTimeout(() => set({ text: '', ms: 0 }), ms);
    return () => clearTimeout(timer);
  }, [isBusy, text, ms]);
  return { said: text, say: (said: string, forMs = doneMs) => set({ text: said, ms: forMs }) };
}

/** After a lost answer nobody knows whether the server acted, so the page reads what it has before it acts again. */
function useLostAnswer({ latest, refresh }: Showing) {
  const isLost = useRef(false);
  return {
    lose: () => {
      isLost.current = true;
    },
    /** Whether the server is at another screen by now: then the action was done. */
    wasDone: async (): Promise<boolean> => {
      if (!isLost.current) return false;
      const before = latest.current.checkout.screen;
      const { screen } = await refresh();
      isLost.current = false;
      return screen !== before;
    },
  };
}

/** Another version of the campaign than the page has. */
const changedMeanwhile = 412;

/** Actions: one at a time, each with its outcome. A failure keeps everything. */
function useActing(showing: Showing) {
  const { latest, show, refresh } = showing;
  const { lose, wasDone } = useLostAnswer(showing);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const turnBusy = (is: boolean) => {
    busy.current = is;
    setBusy(is);
  };
  const [problem, setProblem] = useState<Problem | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const { said, say } = useSaid(isBusy);

  function fail(error: unknown): void {
    const found = asProblem(error, words.problem.failed);
    if (found.kind === 'ended') setEnded(endedWords(found));
    else setProblem(found);
    if (isUnknown(found)) lose();
    if (found.status === changedMeanwhile) void refresh().catch(lose);
  }

  const act: Checkout['act'] = async (
    work,
    { stay = false, busy: meanwhile = words.shell.working, done = '' } = {},
  ) => {
    turnBusy(true);
    setProblem(null);
    say(meanwhile);
    try {
      if (await wasDone()) {
        say(done);
        return false;
      }
      await work(latest.current.checkout);
      const before = latest.current.view;
      const { screen } = await refresh();
      const isStill = latest.current.view === before && before !== screen;
      if (isStill && !stay) await show(latest.current.checkout, screen, true);
      say(done);
      return true;
    } catch (error) {
      say('');
      fail(error);
      return false;
    } finally {
      turnBusy(false);
    }
  };
  const clear = () => setProblem(null);
  /** The connection is back. */
  const clearLost = () => setProblem((now) => (now?.kind === 'network' ? null : now));
  return { isBusy, busy, problem, ended, said, say, act, fail, clear, clearLost };
}

type Acting = ReturnType<typeof useActing>;

/** Views are in the browser's history: Back and Forward go through them. */
function useViews({ latest, show }: Showing, { fail, clear }: Acting) {
  const go = (view: View): void => {
    clear();
    void show(latest.current.checkout, view, true).catch(fail);
  };
  const back = (): void => {
    if (canGoBack()) {
      history.back();
      return;
    }
    // The payer came here from elsewhere: the question before is the one of the flow.
    const { checkout, view } = latest.current;
    const before = checkout.path[checkout.path.indexOf(view as SentCheckout['screen']) - 1] ?? checkout.screen;
    history.replaceState({ view: before, depth: 0 }, '', `#${before}`);
    void show(checkout, before, false).catch(fail);
  };
  const follow = useEffectEvent(() => {
    const view = entryNow()?.view ?? viewIn(window.location.hash) ?? latest.current.checkout.screen;
    clear();
    void show(latest.current.checkout, view, false).catch(fail);
  });
  const begin = useEffectEvent(() => {
    const asked = viewIn(window.location.hash);
    nameEntry(asked ?? latest.current.view);
    if (asked) follow();
  });
  useEffect(() => {
    begin();
    // For measurements: from now on the page answers.
    document.documentElement.toggleAttribute('data-ready', true);
    void replayTaps();
    const listen = () => follow();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);
  return { go, back };
}

export function App({ page }: { page: CheckoutPage }) {
  const api = useMemo(() => apiOf(page), [page]);
  const showing = useShown(page, api);
  const acting = useActing(showing);
  const { go, back } = useViews(showing, acting);
  const { checkout, view } = showing.shown;
  const { ended, fail, busy, say, clearLost, ...actions } = acting;

  useAlive(api.renew);
  useLive(api, checkout, {
    isBusy: () => busy.current,
    version: () => showing.latest.current.checkout.version,
    readAt: () => showing.readAt.current,
    look: () =>
      showing.refresh().then(
        () => {
          clearLost();
          return true;
        },
        (error) => {
          // A look that fails is repeated. Only the end of the page is shown.
          const isEnded = error instanceof Problem && error.kind === 'ended';
          if (isEnded) fail(error);
          return isEnded;
        },
      ),
    say: (text) => say(text, eventMs),
    end: fail,
  });

  const isReadOnly = checkout.reader.openedBy !== null;
  const value: Checkout = { page, checkout, api, view, isReadOnly, go, back, refresh: showing.refresh, ...actions };
  const View = componentOf(view);
  return (
    <CheckoutContext value={value}>
      <Shell isEnded={ended !== null}>{ended !== null ? <Ended text={ended} /> : View && <View key={view} />}</Shell>
    </CheckoutContext>
  );
}
