import { createStore } from '@kerb/web/platform/store.ts';

/** Keys belong to a field while one types in it. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** A panel, a menu or a dialog that is open has the keys to itself. */
export const isInPopup = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;

const key = 'kerb.single-keys';
const chosen = createStore<boolean | null>(null);

function readChoice(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    // Without storage nobody has turned the keys off.
    return true;
  }
}

/**
 * Whether a key alone is a shortcut wherever the focus is: '/', j, k, [ and ]. Those who speak to their computer, or
 * often hit a key by mistake, can turn that off for this browser.
 */
export const singleKeys = {
  get: (): boolean => chosen.get() ?? readChoice(),
  set: (isOn: boolean): void => {
    chosen.set(isOn);
    try {
      localStorage.setItem(key, isOn ? 'on' : 'off');
    } catch {
      // Without storage the choice lasts until the page is loaded again.
    }
  },
  subscribe: chosen.subscribe,
};
