import { currentProgress } from '@kerb/web/design/progress.ts';
import classes from '@kerb/web/design/progress-overlay.module.css';
import { proofAsked } from '@kerb/web/platform/proof.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { Loader } from '@mantine/core';
import { useEffect } from 'react';

/**
 * Blocks the keyboard, because key presses would still reach the controls under the overlay. The focus does not move.
 */
function useKeysHeld(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const hold = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', hold, true);
    return () => removeEventListener('keydown', hold, true);
  }, [isHeld]);
}

export function ProgressOverlay() {
  const all = useStore(currentProgress);
  // While a password is asked for, the keyboard and the screen must be free.
  const progress = useStore(proofAsked) ? undefined : all.at(-1);
  useKeysHeld(progress !== undefined);
  const percent = progress?.share == null ? null : Math.floor(progress.share * 100);
  return (
    <>
      {/*
       * Announced from a permanent live region: a region that is added together with its text is often not read out.
       */}
      <div role="status" className={classes.announcer}>
        {progress?.text}
      </div>
      {progress && (
        <div className={classes.overlay}>
          <div className={classes.box}>
            {percent === null ? (
              <Loader size="sm" />
            ) : (
              <progress className={classes.bar} max={100} value={percent} aria-label={progress.text} />
            )}
            <span aria-hidden="true">
              {progress.text}
              {percent !== null && ` ${percent}%`}
            </span>
          </div>
        </div>
      )}
    </>
  );
}
