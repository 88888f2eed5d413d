import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import classes from '@kerb/web/features/payments/card-frame.module.css';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import {
  type CardChange,
  type FrameMessage,
  readFrameMessage,
  type TokenisedCard,
} from '@kerb/web/platform/card-frame-messages.ts';
import { Skeleton, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';

/** The card could not be turned into a token; the message is for the payer. */
export class CardNotTaken extends Error {}

export type CardFrameHandle = {
  /** The card as a single-use token. Throws CardNotTaken. */
  tokenise: () => Promise<TokenisedCard>;
};

type CardFrameProps = {
  frame: NonNullable<PaymentDetails['cardFrame']>;
  onChange: (change: CardChange) => void;
  onReady?: () => void;
  ref?: Ref<CardFrameHandle>;
};

const loadingMs = 15_000;
const tokenisingMs = 20_000;
const firstHeightPx = 190;

const notLoaded = new ApiProblem({
  kind: 'network',
  displayText: 'The card form could not be loaded. Check your internet connection and try again.',
});

type Waiting = { resolve: (card: TokenisedCard) => void; reject: (error: Error) => void };

/** Not randomUUID, which is missing in a page without TLS. */
const newNonce = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Requests to the frame without a response yet, each with an unguessable nonce. */
function useQuestions() {
  const waiting = useRef(new Map<string, Waiting>());
  useEffect(() => {
    const open = waiting.current;
    return () => {
      for (const { reject } of open.values()) reject(new CardNotTaken('The payment form was closed.'));
      open.clear();
    };
  }, []);

  function ask(post: (nonce: string) => void): Promise<TokenisedCard> {
    const nonce = newNonce();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.current.delete(nonce);
        reject(new CardNotTaken('The card provider did not answer in time. Nothing was charged. Please try again.'));
      }, tokenisingMs);
      const settle = <T,>(how: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer);
          waiting.current.delete(nonce);
          how(value);
        };
      };
      waiting.current.set(nonce, { resolve: settle(resolve), reject: settle(reject) });
      post(nonce);
    });
  }

  function answer(message: Extract<FrameMessage, { nonce: string }>) {
    const question = waiting.current.get(message.nonce);
    if (message.type === 'error') question?.reject(new CardNotTaken(message.message));
    else question?.resolve({ token: message.token, card: message.card });
  }
  return { ask, answer };
}

function FrameSkeleton() {
  return (
    <div className={classes.skeleton}>
      <VisuallyHidden role="status">Loading the card form</VisuallyHidden>
      <Skeleton height={66} />
      <div className={classes.pair}>
        <Skeleton height={66} />
        <Skeleton height={66} />
      </div>
    </div>
  );
}

/** One attempt to show the provider's frame. Accepts messages only from this frame and its origin. */
function Frame({ frame, onChange, onReady, onFailed, ref }: CardFrameProps & { onFailed: () => void }) {
  const scheme = useComputedColorScheme('light');
  const element = useRef<HTMLIFrameElement>(null);
  // Keep the initial address: a new one would reload the frame and clear what was typed.
  const [address] = useState(() => `${frame.url}?${new URLSearchParams({ scheme })}`);
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(firstHeightPx);
  const { ask, answer } = useQuestions();
  const post = (message: object) => element.current?.contentWindow?.postMessage(message, frame.origin);

  const receive = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== frame.origin || event.source !== element.current?.contentWindow) return;
    const message = readFrameMessage(event.data);
    if (message?.type === 'ready') {
      setReady(true);
      onReady?.();
    } else if (message?.type === 'change') {
      const { type: _, ...change } = message;
      onChange(change);
    } else if (message?.type === 'height') setHeight(message.px);
    else if (message?.type === 'token' || message?.type === 'error') answer(message);
  });
  const fail = useEffectEvent(() => onFailed());

  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (isReady) return;
    const timer = setTimeout(() => fail(), loadingMs);
    return () => clearTimeout(timer);
  }, [isReady]);
  const follow = useEffectEvent((now: 'light' | 'dark') => post({ type: 'scheme', scheme: now }));
  useEffect(() => {
    if (isReady) follow(scheme);
  }, [isReady, scheme]);

  useImperativeHandle(ref, () => ({ tokenise: () => ask((nonce) => post({ type: 'tokenise', nonce })) }));

  return (
    <div className={classes.holder} aria-busy={!isReady}>
      {!isReady && <FrameSkeleton />}
      <iframe
        ref={element}
        title="Card details"
        src={address}
        className={classes.frame}
        style={{ height, colorScheme: scheme }}
        data-ready={isReady}
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="no-referrer"
      />
    </div>
  );
}

/** The provider's form for a card, in the provider's own frame. This page never sees what is typed there. */
export function CardFrame(props: CardFrameProps) {
  const [attempt, setAttempt] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) {
    const retry = () => {
      setFailed(false);
      setAttempt(attempt + 1);
    };
    return <ErrorState error={notLoaded} onRetry={retry} />;
  }
  return <Frame key={attempt} {...props} onFailed={() => setFailed(true)} />;
}
