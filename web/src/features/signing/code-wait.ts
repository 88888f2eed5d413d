import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { useEffect, useState } from 'react';

/** Counts the seconds until another code may be requested, after the server's rate limit. */
export function useCodeWait() {
  const [seconds, setSeconds] = useState(0);
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return {
    words: isWaiting ? waitWords(seconds) : null,
    /** Starts the wait if the error is the rate limit; otherwise returns false. */
    begin: (error: unknown): boolean => {
      const isEarly = error instanceof ApiProblem && error.status === 429;
      if (isEarly) setSeconds(error.retryAfterSeconds ?? 60);
      return isEarly;
    },
  };
}
export type CodeWait = ReturnType<typeof useCodeWait>;

const waitWords = (seconds: number): string => {
  const rest = String(seconds % 60).padStart(2, '0');
  return `You have asked for several codes. You can ask for another one in ${Math.floor(seconds / 60)}:${rest}.`;
};
