import { createStore } from '@kerb/web/platform/store.ts';
import { hasUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import type { ReactNode } from 'react';

export type Question = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The step destroys something. */
  danger?: boolean;
};

type Asked = Question & {
  answer: (yes: boolean) => void;
  /** Where the focus was when it was asked. */
  opener: Element | null;
};

export const currentQuestion = createStore<Asked | null>(null);

// Registered before any dialog is drawn, and so called before theirs: Escape answers the question, and reaches neither
// the dialog under it nor, where that dialog has just asked it, the question itself.
addEventListener(
  'keydown',
  (event) => {
    const asked = currentQuestion.get();
    if (event.key !== 'Escape' || event.isComposing || !asked) return;
    event.stopImmediatePropagation();
    asked.answer(false);
  },
  { capture: true },
);

/** Asks before something that cannot be taken back: true where the person says yes. */
export function confirm(question: Question): Promise<boolean> {
  currentQuestion.get()?.answer(false);
  const opener = document.activeElement;
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      currentQuestion.set(null);
      resolve(yes);
    };
    currentQuestion.set({ ...question, answer, opener });
  });
}

export const confirmLeaving = (): Promise<boolean> =>
  confirm({
    title: 'Leave without saving?',
    text: 'What you typed here has not been saved.',
    confirmLabel: 'Leave',
    cancelLabel: 'Stay',
    danger: true,
  });

/** For a dialog of several parts: closes it, and asks first where any of them holds something typed. */
export const unlessUnsaved = (close: () => void) => () => {
  if (!hasUnsavedChanges()) return close();
  void confirmLeaving().then((leaves) => leaves && close());
};
