import { useEffect, useEffectEvent } from 'react';

const uses = ['pointerdown', 'keydown', 'scroll'] as const;
const aliveMs = 5 * 60_000;

let lastUse = Date.now();

/** How long nobody has used the page. An open page does not keep its sign-in alive: only a person does. */
export const idleSeconds = (): number => Math.max(0, Math.floor((Date.now() - lastUse) / 1_000));

/** Somebody who reads for long sends no request. Their sign-in goes on for as long as they use the page. */
export function useAlive(renew: () => Promise<void>): void {
  // The next action meets a failure again, and shows it.
  const tell = useEffectEvent(() => void renew().catch(() => undefined));
  useEffect(() => {
    lastUse = Date.now();
    let told = lastUse;
    const touch = () => {
      lastUse = Date.now();
      if (lastUse - told < aliveMs) return;
      told = lastUse;
      tell();
    };
    for (const kind of uses) addEventListener(kind, touch, { passive: true });
    return () => {
      for (const kind of uses) removeEventListener(kind, touch);
    };
  }, []);
}
