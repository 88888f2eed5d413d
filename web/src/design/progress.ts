import { createStore } from '@kerb/web/platform/store.ts';

/** A task that blocks the screen, in the specification's words ('Saving...'); share is 0 to 1, or null if unknown. */
export type Progress = { text: string; share: number | null };

export const savingText = 'Saving changes...';

export const currentProgress = createStore<readonly Progress[]>([]);

const replace = (old: Progress, ...next: Progress[]): void =>
  currentProgress.set(currentProgress.get().flatMap((progress) => (progress === old ? next : [progress])));

/** Covers the screen with the text until the task is done, however it ends. */
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
    replace(own);
  }
}
