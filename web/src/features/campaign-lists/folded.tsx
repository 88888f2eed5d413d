import classes from '@kerb/web/features/campaign-lists/referrals.module.css';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { type ReactNode, useState } from 'react';

/**
 * On a phone the campaigns come first; rarely used controls are collapsed behind a button. They are open while one of
 * them narrows the list, because people must see why campaigns are missing, and stay open afterwards.
 */
export function Folded({ isInUse, children }: { isInUse: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isInUse);
  if (!useIsPhone()) return children;
  return (
    <details
      className={classes.folded}
      open={isOpen || isInUse}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More options</summary>
      <div className={classes.toolbar}>{children}</div>
    </details>
  );
}
