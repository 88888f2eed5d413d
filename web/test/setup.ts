import { setServerNow } from '@kerb/web/platform/clock.ts';
import { cleanup, configure } from '@testing-library/react';
import React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';

// In development React records a stack for every element, up to a limit. No test reads them, so begin at the limit.
const internals = (React as unknown as Record<string, object>)
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e4, set: () => {} });

// jsdom does no layout, so it lacks browser features that Mantine uses.
class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

if (typeof window !== 'undefined') {
  window.matchMedia = (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  });
  window.ResizeObserver = NoResizeObserver;
  window.scrollTo = () => {};
  window.HTMLElement.prototype.scrollIntoView = () => {};
}

beforeEach(() => {
  // A screen's code loads when it first renders, which on a busy machine takes more than the default second. Hidden
  // elements are not found, whatever the tests before this one in the same worker have set.
  configure({ asyncUtilTimeout: 8_000, defaultHidden: false });
  if (typeof window === 'undefined') return;
  sessionStorage.clear();
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  // A test may have written to the page itself, and the files of a worker share it.
  if (typeof document !== 'undefined') document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  setServerNow(new Date().toISOString());
});
