import { Problem } from '@kerb/web/checkout/api.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { type CardChange, readFrameMessage } from '@kerb/web/platform/card-frame-messages.ts';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';

export type CardFrameHandle = {
  /** The card as a token that works once. */
  tokenise: () => Promise<string>;
};

/** What a wallet shows and asks the payer to confirm. */
export type WalletDue = {
  amountCents: number;
  currency: string;
  country: string;
  /** The receiver of the money. */
  label: string;
  /** The total in words of the page, beside the wallets' buttons. */
  note: string;
};

type CardFrameProps = {
  frame: { url: string; origin: string };
  due: WalletDue;
  onChange: (change: CardChange) => void;
  /** A card that the payer has confirmed in a wallet, as a token that works once. */
  onWallet: (token: string) => void;
  ref?: Ref<CardFrameHandle>;
};

const loadingMs = 15_000;
const tokenisingMs = 20_000;
const firstHeightPx = 190;

type Waiting = { resolve: (token: string) => void; reject: (error: Error) => void };

const newNonce = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

const refused = (text: string) => new Problem('refused', text);

/** Requests to the frame without an answer yet, each with a name that nobody can guess. */
function useQuestions() {
  const waiting = useRef(new Map<string, Waiting>());
  const ask = (post: (nonce: string) => void): Promise<string> => {
    const nonce = newNonce();
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        waiting.current.delete(nonce);
      };
      const timer = setTimeout(() => {
        end();
        reject(refused(words.pay.tooSlow));
      }, tokenisingMs);
      waiting.current.set(nonce, {
        resolve: (token) => {
          end();
          resolve(token);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      });
      post(nonce);
    });
  };
  return { ask, waiting };
}

const schemeNow = (): 'dark' | 'light' => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

type FrameState = 'loading' | 'ready' | 'failed';

/** The frame's messages. Only those of this frame and its origin count. */
function useFrame({ frame, due, onChange, onWallet, ref }: CardFrameProps) {
  const element = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<FrameState>('loading');
  const [height, setHeight] = useState(firstHeightPx);
  const { ask, waiting } = useQuestions();

  const receive = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== frame.origin || event.source !== element.current?.contentWindow) return;
    const message = readFrameMessage(event.data);
    if (message?.type === 'ready') setState('ready');
    else if (message?.type === 'change') onChange(message);
    else if (message?.type === 'height') setHeight(message.px);
    else if (message?.type === 'wallet') onWallet(message.token);
    else if (message?.type === 'token') waiting.current.get(message.nonce)?.resolve(message.token);
    else if (message?.type === 'error') waiting.current.get(message.nonce)?.reject(refused(message.message));
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('failed'), loadingMs);
    return () => clearTimeout(timer);
  }, [state]);

  const post = (message: object) => element.current?.contentWindow?.postMessage(message, frame.origin);
  const { amountCents, currency, country, label, note } = due;
  useEffect(() => {
    const message = { type: 'due', amountCents, currency, country, label, note };
    if (state === 'ready') element.current?.contentWindow?.postMessage(message, frame.origin);
  }, [state, frame.origin, amountCents, currency, country, label, note]);
  useImperativeHandle(ref, () => ({
    tokenise: () =>
      state === 'ready'
        ? ask((nonce) => post({ type: 'tokenise', nonce }))
        : Promise.reject(refused(words.pay.notReady)),
  }));
  return { element, state, height, retry: () => setState('loading') };
}

/** The provider's form for a card, in the provider's own frame. This page never sees what is typed there. */
export function CardFrame(props: CardFrameProps) {
  const { element, state, height, retry } = useFrame(props);
  const [address, setAddress] = useState<string | null>(null);
  const { url } = props.frame;
  // The scheme is known only in the browser, and a second address would clear what was typed.
  useEffect(() => setAddress(`${url}?${new URLSearchParams({ scheme: schemeNow() })}`), [url]);
  if (state === 'failed') {
    return (
      <div className="note danger" role="alert">
        <p>{words.pay.notLoaded}</p>
        <button type="button" className="action secondary" onClick={retry}>
          {words.shell.tryAgain}
        </button>
      </div>
    );
  }
  return (
    <div className="card-frame" aria-busy={state === 'loading'} style={{ minHeight: height }}>
      {state === 'loading' && (
        <p className="quiet" role="status">
          {words.pay.loading}
        </p>
      )}
      {address && (
        <iframe
          ref={element}
          title={words.pay.frame}
          src={address}
          style={{ height }}
          data-ready={state === 'ready'}
          allow="payment"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="no-referrer"
        />
      )}
    </div>
  );
}
