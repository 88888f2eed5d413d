import classes from '@kerb/web/app/strip.module.css';
import { confirm } from '@kerb/web/design/confirm.ts';
import { useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { stopViewing, switchChanges, viewing } from '@kerb/web/platform/view-as.ts';
import { Button } from '@mantine/core';

async function askToSwitchOn(label: string): Promise<void> {
  const isSure = await confirm({
    title: 'Turn changes on?',
    text:
      `What you do will really happen, as if ${label} did it, and is logged under your own name. ` +
      'Nobody can pay or sign for another person.',
    confirmLabel: 'Turn changes on',
    danger: true,
  });
  if (isSure) switchChanges(true);
}

/** Shown above every screen during impersonation. */
export function ViewAsBanner() {
  const session = useSessionIfAny();
  if (!session?.viewedBy) return null;
  const { changesAreOn } = session.viewedBy;
  const current = viewing();
  // Only the server knows the name of an impersonated person.
  const label = current && current.view.kind !== 'user' ? current.label : session.displayName;
  const state = changesAreOn ? 'Changes are on, and logged under your name.' : 'Changes are off.';
  return (
    <section className={classes.strip} data-tone={changesAreOn ? 'danger' : 'attention'} aria-label="Viewing as">
      <span>{`You are viewing as ${label}. ${state}`}</span>
      <Button
        size="compact-sm"
        variant="white"
        color="dark"
        onClick={() => (changesAreOn ? switchChanges(false) : void askToSwitchOn(label))}
      >
        {changesAreOn ? 'Turn changes off' : 'Turn changes on'}
      </Button>
      <Button size="compact-sm" variant="white" color="dark" onClick={stopViewing}>
        Stop viewing
      </Button>
    </section>
  );
}
