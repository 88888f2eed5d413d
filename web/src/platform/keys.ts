import { createStore } from '@kerb/web/platform/store.ts';

/** True while the user types in a field: shortcuts do not apply. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/** True in an open panel, menu or dialog: shortcuts do not apply. */
export const isInPopup = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;

const key = 'kerb.single-keys';
const chosen = createStore<boolean | null>(null);

function readChoice(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    // Without storage the shortcuts are on.
    return true;
  }
}

/**
 * Whether single keys are shortcuts anywhere on the page: '/', j, k, [ and ]. Users of speech input, or users who often
 * hit a key by mistake, can turn them off for this browser.
 */
export const singleKeys = {
  get: (): boolean => chosen.get() ?? readChoice(),
  set: (isOn: boolean): void => {
    chosen.set(isOn);
    try {
      localStorage.setItem(key, isOn ? 'on' : 'off');
    } catch {
      // Without storage the choice lasts until the page is reloaded.
    }
  },
  subscribe: chosen.subscribe,
};
