import classes from '@kerb/web/app/strip.module.css';
import { useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { stopViewing, viewing } from '@kerb/web/platform/view-as.ts';
import { Button } from '@mantine/core';

/** Stands above every screen for as long as an admin looks through another's eyes. */
export function ViewAsBanner() {
  const session = useSessionIfAny();
  if (!session?.viewedBy) return null;
  const current = viewing();
  // A person is best named by their name, which only the server knows.
  const label = current && current.view.kind !== 'user' ? current.label : session.displayName;
  return (
    <section className={classes.strip} data-tone="attention" aria-label="Viewing as">
      <span>{`You are viewing as ${label}. Changes are off.`}</span>
      <Button size="compact-sm" variant="white" color="dark" onClick={stopViewing}>
        Stop viewing
      </Button>
    </section>
  );
}
