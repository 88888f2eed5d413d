import { confirmLeaving } from '@kerb/web/design/confirm.ts';
import { hasUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { useBlocker } from '@tanstack/react-router';

/** Asks before a page with something typed on it is left; a change of filter or tab on the same page is no leaving. */
export function useUnsavedChangesGuard(): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!hasUnsavedChanges() || current.pathname === next.pathname) return false;
      return !(await confirmLeaving());
    },
    enableBeforeUnload: hasUnsavedChanges,
  });
}
