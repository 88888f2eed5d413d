import classes from '@kerb/web/features/campaigns/live-pill.module.css';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';

const heightPx = 96;

/** Whether the pointer is where the pill would appear: then it waits. */
function usePointerIsBelow(): boolean {
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    const look = ({ clientY, pointerType }: PointerEvent) =>
      setBelow(pointerType === 'mouse' && clientY > innerHeight - heightPx);
    addEventListener('pointermove', look, { passive: true });
    return () => removeEventListener('pointermove', look);
  }, []);
  return isBelow;
}

const words = (count: number): string => (count === 1 ? '1 campaign changed' : `${count} campaigns changed`);

type LivePillProps = { count: number; onShow: () => void };

/** Says politely that rows wait. Nothing if none does. */
export function LivePill({ count, onShow }: LivePillProps) {
  const isBelow = usePointerIsBelow();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (count === 0) setShown(false);
    // Once it is there, the pointer comes to press it.
    else if (!isBelow) setShown(true);
  }, [count, isBelow]);
  return (
    <div role="status" className={`${classes.place} kerb-no-print`}>
      {isShown && count > 0 && (
        <div className={classes.pill}>
          <span>{words(count)}</span>
          <Button size="compact-sm" variant="light" onClick={onShow}>
            Show
          </Button>
        </div>
      )}
    </div>
  );
}
