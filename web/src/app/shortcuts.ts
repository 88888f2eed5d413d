import { isTyping, singleKeys } from '@kerb/web/platform/keys.ts';
import { useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { createStore } from '@kerb/web/platform/store.ts';
import { useEffect } from 'react';

export const paletteOpen = createStore(false);

function onKey(event: KeyboardEvent): void {
  const isPaletteKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (isPaletteKey) {
    event.preventDefault();
    paletteOpen.set(true);
  }
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (!singleKeys.get()) return;
  const field = document.querySelector<HTMLInputElement>('main [data-search]');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/** Ctrl or Cmd K opens the palette; '/' focuses the screen's search. */
export function useShortcuts(): void {
  const isSignedIn = useSessionIfAny() !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isSignedIn]);
}
