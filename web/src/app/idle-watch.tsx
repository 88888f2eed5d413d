import type { Session } from '@kerb/domain/session/session.contract.ts';
import { idleMinutesOf, idleWarningMinutes } from '@kerb/domain/session/session-limits.ts';
import { lazyModule, optionalComponent } from '@kerb/web/design/lazy.tsx';
import { lastActivity, noteActivity } from '@kerb/web/platform/activity.ts';
import { refreshTokens, sessionExpired } from '@kerb/web/platform/tokens.ts';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';

const loadDialog = lazyModule(() => import('@kerb/web/features/session/idle.dialog.tsx'));
const IdleDialog = optionalComponent(async () => (await loadDialog()).IdleDialog);

const minuteMs = 60_000;
const lookEveryMs = 2_000;
/** Tokens are refreshed more often than this. After a longer absence the server is told at once. */
const longAbsenceMs = 5 * minuteMs;
/** A request takes time, so the server's count may end a little later than the page's. */
const latenessMs = 2_000;
const askEveryMs = minuteMs;

/** The server decides, and says in its words that the session is over. The page stays as it is. */
// A failure needs no message here: the next call meets it again and shows it.
const askServer = () => void refreshTokens().catch(() => undefined);

/** Asks a person who has been away for long whether they are still there, and then logs them out. */
export function IdleWatch({ session }: { session: Session }) {
  const limitMs = idleMinutesOf(session) * minuteMs;
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const seen = useRef(lastActivity());
  const asked = useRef(0);
  const look = useCallback(() => {
    const [last, now] = [lastActivity(), Date.now()];
    const isBack = last - seen.current > longAbsenceMs;
    seen.current = last;
    const left = last + limitMs - now;
    const isOver = sessionExpired.get() !== null;
    setEndsAt(!isOver && left > 0 && left <= idleWarningMinutes * minuteMs ? last + limitMs : null);
    const isLate = left < -latenessMs && now - asked.current >= askEveryMs;
    if (isOver || !(isBack || isLate)) return;
    asked.current = now;
    askServer();
  }, [limitMs]);
  useEffect(() => {
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [look]);
  const stay = () => {
    noteActivity();
    look();
  };
  return <Suspense>{endsAt !== null && <IdleDialog endsAt={endsAt} onStay={stay} />}</Suspense>;
}
