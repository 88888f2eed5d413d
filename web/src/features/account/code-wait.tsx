import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';

// biome-ignore format: a table
const waits = {
  sends:   { because: 'You have asked for several codes.',         until: 'You can ask for another one' },
  guesses: { because: 'You have entered too many wrong codes.',    until: 'You can try again' },
} as const;

/** Counts the seconds until another code may be requested or entered, after the server's rate limit. */
export function useCodeWait(of: keyof typeof waits = 'sends') {
  const [seconds, setSeconds] = useState(0);
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return {
    /** The reason without the seconds, for a screen reader: it is announced once. */
    because: isWaiting ? waits[of].because : null,
    words: isWaiting ? `${waits[of].because} ${waits[of].until} in ${clockOf(seconds)}.` : null,
    /** Starts the wait if the error is the rate limit; otherwise returns false. */
    begin: (error: unknown): boolean => {
      const isEarly = error instanceof ApiProblem && error.status === 429;
      if (isEarly) setSeconds(error.retryAfterSeconds ?? 60);
      return isEarly;
    },
  };
}
export type CodeWait = ReturnType<typeof useCodeWait>;

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Shows why and how long to wait. The seconds change all the time, so only the reason is announced. */
export function WaitWords({ wait: { because, words } }: { wait: CodeWait }) {
  if (words === null) return null;
  return (
    <>
      <VisuallyHidden role="alert">{because}</VisuallyHidden>
      <Text size="sm">{words}</Text>
    </>
  );
}
