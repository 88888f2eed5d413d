import type { SentHistory } from '@kerb/domain/history/history.contract.ts';
import { asProblem, pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { Action, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import type { PartViews } from '@kerb/web/checkout/views.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useEffect, useEffectEvent, useState } from 'react';

type Item = SentHistory['items'][number];
type By = Item['by'];

const nameOf = ({ kind, name }: By): string => {
  if (kind === 'you') return words.said('You');
  return name === '' ? words.said('A payer') : name;
};

/** '15 November 2026, 12:30'. */
const timeOf = (localTime: string): string => `${words.longDay(localTime)}, ${localTime.slice(11)}`;

function Line({ item: { by, text, amount, date, localTime } }: { item: Item }) {
  return (
    <li>
      <strong>{nameOf(by)}</strong> {words.said(text)}
      {amount !== null && ` (${words.money(amount)})`}
      <br />
      <time className="quiet" dateTime={date}>
        {timeOf(localTime)}
      </time>
    </li>
  );
}

/** Who saw, changed, signed and paid, the newest first. */
function History() {
  const { checkout, api } = useCheckout();
  const [items, setItems] = useState<Item[]>([]);
  const [next, setNext] = useState<number | null>(null);
  const [state, setState] = useState<'reading' | 'read' | 'failed'>('reading');
  const [problem, setProblem] = useState('');
  const read = async (before: number | null) => {
    setState('reading');
    try {
      const path = pathOfCampaign(checkout, `/history${before === null ? '' : `?before=${before}`}`);
      const page = await api.call<SentHistory>(path);
      setItems((shown) => (before === null ? page.items : [...shown, ...page.items]));
      setNext(page.next);
      setState('read');
    } catch (error) {
      setProblem(asProblem(error, words.problem.failed).message);
      setState('failed');
    }
  };
  const begin = useEffectEvent(() => void read(null));
  useEffect(() => begin(), []);
  return (
    <>
      <Heading>{words.more.history}</Heading>
      {state === 'read' && items.length === 0 && <p className="quiet">{words.said('Nothing has happened yet.')}</p>}
      <ol className="files" aria-busy={state === 'reading'}>
        {items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ol>
      {state === 'failed' && (
        <div className="note attention" role="alert">
          <p>{problem}</p>
          <Action kind="link" onPress={() => read(next)}>
            {words.shell.tryAgain}
          </Action>
        </div>
      )}
      {state === 'read' && next !== null && (
        <Action kind="link" onPress={() => read(next)}>
          {words.said('Show older entries')}
        </Action>
      )}
    </>
  );
}

export const views: PartViews = { history: History };
