import { isSealed } from '@kerb/domain/payers/payer-details.ts';
import { typedPrefix } from '@kerb/web/checkout/forget-typed.ts';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { useEffect, useRef, useState } from 'react';

export type Answers = Record<string, string | boolean>;
type Copy = { since: string | null; answers: Answers };

const pauseMs = 800;
const nameOf = (signatoryId: number) => `${typedPrefix}${signatoryId}`;

function readCopy(signatoryId: number): Copy | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(signatoryId)) ?? 'null') as Copy | null;
  } catch {
    // Without storage there is only the server's copy.
    return null;
  }
}

/** The browser keeps no sealed detail: others may use the device. */
const withoutSealed = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([field]) => !isSealed(field)));

function writeCopy(signatoryId: number, copy: Copy | null): void {
  try {
    if (copy) localStorage.setItem(nameOf(signatoryId), JSON.stringify(copy));
    else localStorage.removeItem(nameOf(signatoryId));
  } catch {
    // Without storage the typed values are in this page only.
  }
}

/** What was typed in this page, kept while the payer looks at other screens. */
const typedHere = new Map<number, Answers>();

/** Sends what waits, a moment after the last key or when the connection is back. */
function useSending(signatoryId: number) {
  const { checkout, api, isReadOnly } = useCheckout();
  const [isHereOnly, setHereOnly] = useState(false);
  const since = useRef(checkout.flow.lastUpdateDate);
  const waiting = useRef<Answers | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useRef(async () => {});
  flush.current = async () => {
    clearTimeout(timer.current);
    const sent = waiting.current;
    if (!sent || isReadOnly) return;
    try {
      const request = { method: 'PUT', body: { answers: sent } } as const;
      const kept = await api.call<{ lastUpdateDate: string | null }>(pathOfCampaign(checkout, '/flow'), request);
      since.current = kept.lastUpdateDate;
      if (waiting.current !== sent) return;
      waiting.current = null;
      writeCopy(signatoryId, null);
      setHereOnly(false);
    } catch {
      // The screen says so. The next key, or the connection's return, sends it again.
      setHereOnly(true);
    }
  };
  useEffect(() => {
    const send = () => void flush.current();
    window.addEventListener('online', send);
    return () => {
      window.removeEventListener('online', send);
      send();
    };
  }, []);

  const keep = (answers: Answers) => {
    waiting.current = answers;
    writeCopy(signatoryId, { since: since.current, answers: withoutSealed(answers) });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush.current(), pauseMs);
  };
  const drop = () => {
    clearTimeout(timer.current);
    waiting.current = null;
    writeCopy(signatoryId, null);
  };
  return { isHereOnly, since, keep, drop };
}

/**
 * What the payer has typed and not saved: at once in this page, a moment later on the server, where every device finds
 * it. Until the server has it, the browser keeps what is not sealed.
 */
export function useTyped(signatoryId: number) {
  const { flow } = useCheckout().checkout;
  const [typed, setTyped] = useState<Answers>(() => typedHere.get(signatoryId) ?? {});
  const { isHereOnly, since, keep, drop } = useSending(signatoryId);

  useEffect(() => {
    const copy = readCopy(signatoryId);
    // If another device has saved since, its answers count.
    if (copy && copy.since === since.current) setTyped((now) => ({ ...copy.answers, ...now }));
  }, [signatoryId, since]);

  return {
    answers: { ...flow.answers, ...typed },
    isHereOnly,
    type: (field: string, value: string | boolean) => {
      const next = { ...typed, [field]: value };
      setTyped(next);
      typedHere.set(signatoryId, next);
      keep({ ...flow.answers, ...next });
    },
    /** The answers have been saved as details. */
    forget: () => {
      drop();
      typedHere.delete(signatoryId);
      setTyped({});
    },
  };
}
