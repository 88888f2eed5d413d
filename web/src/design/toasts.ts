import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { createCounter } from '@kerb/web/platform/counter.ts';
import { createStore } from '@kerb/web/platform/store.ts';

export type Toast = { id: number; tone: 'success' | 'warning' | 'error'; text: string };

export const currentToasts = createStore<readonly Toast[]>([]);

const nextId = createCounter();
const successMs = 4_000;

export const dismissToast = (id: number): void =>
  currentToasts.set(currentToasts.get().filter((toast) => toast.id !== id));

function show(tone: Toast['tone'], text: string, forMs = successMs): void {
  const id = nextId();
  const others = currentToasts.get().filter((toast) => toast.tone !== tone || toast.text !== text);
  currentToasts.set([...others, { id, tone, text }]);
  if (tone === 'success') setTimeout(() => dismissToast(id), forMs);
}

/** A success disappears by itself; a warning or an error stays until it is dismissed. */
export const toast = {
  success: (text: string, forMs?: number) => show('success', text, forMs),
  warning: (text: string) => show('warning', text),
  /** Removes a toast that is no longer true. */
  withdraw: (text: string) => currentToasts.set(currentToasts.get().filter((toast) => toast.text !== text)),
  error: (problem: unknown) => show('error', typeof problem === 'string' ? problem : sentenceFor(problem)),
};
