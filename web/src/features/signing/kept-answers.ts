import { isSealed } from '@kerb/domain/payers/payer-details.ts';
import type { PayerFlow } from '@kerb/domain/signing/signing.contract.ts';
import { typedPrefix } from '@kerb/web/platform/saved-state.ts';
import { useEffect, useRef, useState } from 'react';

type Answers = PayerFlow['answers'];
/** The browser's copy of the answers, with the time of the server's last change. */
type LocalCopy = { since: string | null; answers: Answers };

const nameOf = (signatoryId: number) => `${typedPrefix}${signatoryId}`;

function readLocal(signatoryId: number): LocalCopy | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(signatoryId)) ?? 'null') as LocalCopy | null;
  } catch {
    // Without storage, or with an unreadable copy, use only the server's answers.
    return null;
  }
}

/** The browser stores no sealed detail: others may use the device. Those exist in the page and on the server only. */
const withoutSealed = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([field]) => !isSealed(field)));

function writeLocal(signatoryId: number, copy: LocalCopy | null): void {
  try {
    if (copy) localStorage.setItem(nameOf(signatoryId), JSON.stringify(copy));
    else localStorage.removeItem(nameOf(signatoryId));
  } catch {
    // Without storage the typed values exist only in the fields of this page.
  }
}

/** The latest typed answers: this browser's, unless another device has saved since. */
export function typedBefore(signatoryId: number, { answers, lastUpdateDate }: PayerFlow): Answers {
  const local = readLocal(signatoryId);
  return local && local.since === lastUpdateDate ? { ...answers, ...local.answers } : answers;
}

const pauseMs = 800;
export type Keeping = 'kept' | 'keeping' | 'here-only';

type Keeper = { signatoryId: number; flow: PayerFlow; keep: (answers: Answers) => Promise<PayerFlow> };

/**
 * Saves typed answers: at once in this browser, a moment later on the server, where any device can read them. The copy
 * in the browser is removed as soon as the server has them.
 */
export function useKeptAnswers({ signatoryId, flow, keep }: Keeper) {
  const [state, setState] = useState<Keeping>('kept');
  const latest = useRef({ keep, since: flow.lastUpdateDate });
  latest.current.keep = keep;
  const waiting = useRef<Answers | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useRef(async () => {
    clearTimeout(timer.current);
    const answers = waiting.current;
    if (!answers) return;
    try {
      const { lastUpdateDate } = await latest.current.keep(answers);
      latest.current.since = lastUpdateDate;
      if (waiting.current !== answers) return;
      waiting.current = null;
      writeLocal(signatoryId, null);
      setState('kept');
    } catch {
      // The screen says so. The next change, or the connection's return, sends it again.
      setState('here-only');
    }
  });

  useEffect(() => {
    const send = () => void flush.current();
    window.addEventListener('online', send);
    return () => {
      window.removeEventListener('online', send);
      send();
    };
  }, []);

  return {
    state,
    typed: (answers: Answers) => {
      waiting.current = answers;
      writeLocal(signatoryId, { since: latest.current.since, answers: withoutSealed(answers) });
      setState((before) => (before === 'here-only' ? before : 'keeping'));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush.current(), pauseMs);
    },
    /** The answers have been saved as details: drop the copies. */
    forget: () => {
      clearTimeout(timer.current);
      waiting.current = null;
      writeLocal(signatoryId, null);
      setState('kept');
    },
  };
}
