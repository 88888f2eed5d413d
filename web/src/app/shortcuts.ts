import { isInPopup, isTyping, singleKeys } from '@kerb/web/platform/keys.ts';
import { useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { createStore } from '@kerb/web/platform/store.ts';
import { useEffect } from 'react';

export const paletteOpen = createStore(false);
/** What is typed in the palette. Keys are kept here from the first one on, also while the palette still loads. */
export const paletteText = createStore('');

/** A key that is typed after the palette was opened and before its field has the focus. */
function isForPalette({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return paletteOpen.get() && key.length === 1 && !(ctrlKey || metaKey || altKey) && !isInPopup(target);
}

function onKey(event: KeyboardEvent): void {
  if (isForPalette(event)) {
    event.preventDefault();
    paletteText.set(paletteText.get() + event.key);
    return;
  }
  const isPaletteKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (isPaletteKey) {
    event.preventDefault();
    paletteText.set('');
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
