import { proofAsked } from '@kerb/web/platform/proof.ts';
import { createStore } from '@kerb/web/platform/store.ts';
import { hasUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import type { ReactNode } from 'react';

export type Question = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Whether the action destroys something. */
  danger?: boolean;
};

type Asked = Question & {
  answer: (yes: boolean) => void;
  /** The element that had the focus when the question was asked. */
  opener: Element | null;
};

export const currentQuestion = createStore<Asked | null>(null);

function answerNo(event: KeyboardEvent): void {
  const asked = currentQuestion.get() ?? proofAsked.get();
  if (event.key !== 'Escape' || event.isComposing || !asked) return;
  event.stopImmediatePropagation();
  asked.answer(false);
}

/**
 * Called once at start, before any dialog renders, so that it runs before their handlers: Escape answers the question.
 * It must not reach the dialog below, nor the question itself if that dialog has just asked it.
 */
export const answerByEscape = (): void => addEventListener('keydown', answerNo, { capture: true });

/** Asks before an action that cannot be undone. Resolves to true if the user confirms. */
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

/** For a dialog of several parts: closes it, but asks first if any part has unsaved changes. */
export const unlessUnsaved = (close: () => void) => () => {
  if (!hasUnsavedChanges()) return close();
  void confirmLeaving().then((leaves) => leaves && close());
};
