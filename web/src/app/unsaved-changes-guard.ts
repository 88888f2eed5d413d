import { confirmLeaving } from '@kerb/web/design/confirm.ts';
import { hasUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { useBlocker } from '@tanstack/react-router';

/** Asks before the user leaves a page with unsaved changes. A change of filter or tab does not leave the page. */
export function useUnsavedChangesGuard(): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!hasUnsavedChanges() || current.pathname === next.pathname) return false;
      return !(await confirmLeaving());
    },
    enableBeforeUnload: hasUnsavedChanges,
  });
}
