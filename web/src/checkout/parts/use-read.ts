import { asProblem, useCheckout } from '@kerb/web/checkout/state.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useEffect, useEffectEvent, useState } from 'react';

type Read<Answer> = { value: Answer | null; problem: string | null; isLoading: boolean; again: () => void };

/** Reads what a page behind a link needs besides, and reads it again when the campaign has changed. */
export function useRead<Answer>(path: string, version: number): Read<Answer> {
  const { api } = useCheckout();
  const [state, setState] = useState<{ value: Answer | null; problem: string | null }>({ value: null, problem: null });
  const [turn, setTurn] = useState(0);
  const fail = useEffectEvent((error: unknown) =>
    setState((before) => ({ ...before, problem: asProblem(error, words.problem.failed).message })),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version or turn reads again
  useEffect(() => {
    const ending = new AbortController();
    api.call<Answer>(path, { signal: ending.signal }).then(
      (value) => setState({ value, problem: null }),
      (error) => ending.signal.aborted || fail(error),
    );
    return () => ending.abort();
  }, [api, path, version, turn]);
  const again = () => {
    setState({ value: null, problem: null });
    setTurn((before) => before + 1);
  };
  return { ...state, isLoading: state.value === null && state.problem === null, again };
}
