import { lastActivity } from '@kerb/web/platform/activity.ts';
import { afterPointerRelease } from '@kerb/web/platform/pointer-release.ts';

const quietMs = 300;
const longestMs = 1_000;
const lookMs = 50;

/**
 * Resolves when the person has not used a key, a pointer or the wheel for a moment, but after a second at the latest,
 * and never while a pointer is pressed. What changes on a page by itself then does not meet a click or a key.
 */
export async function quietMoment(): Promise<void> {
  const since = Date.now();
  while (Date.now() - lastActivity() < quietMs && Date.now() - since < longestMs) {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  await new Promise<void>((resolve) => afterPointerRelease(resolve));
}
