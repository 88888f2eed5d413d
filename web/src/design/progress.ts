import { createStore } from '@kerb/web/platform/store.ts';

/** Work that the screen waits for, in the specification's words ('Saving...'); share from 0 to 1 where it is known. */
export type Progress = { text: string; share: number | null };

export const currentProgress = createStore<readonly Progress[]>([]);

const replace = (old: Progress, next: Progress | null): void =>
  currentProgress.set(
    currentProgress.get().flatMap((progress) => (progress === old ? (next ? [next] : []) : [progress])),
  );

/** Covers the screen with the words until the task is done, however it ends. */
export async function withProgress<T>(text: string, task: (report: (share: number) => void) => Promise<T>): Promise<T> {
  let own: Progress = { text, share: null };
  currentProgress.set([...currentProgress.get(), own]);
  try {
    return await task((share) => {
      const next = { text, share };
      replace(own, next);
      own = next;
    });
  } finally {
    replace(own, null);
  }
}
