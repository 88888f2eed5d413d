import type { ChecklistStep, StepState } from '@kerb/domain/agreements/funds-checklist.ts';
import classes from '@kerb/web/features/campaigns/step-list.module.css';
import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

const inWords: Record<StepState, string> = { done: 'done', current: 'now', toCome: 'to come' };

/** Steps in order: done, current and still to come, also for screen readers. */
export function StepList({ label, steps }: { label: string; steps: readonly ChecklistStep[] }) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step, place) => (
        <li key={step.label} data-state={step.state} {...(step.state === 'current' && { 'aria-current': 'step' })}>
          <span className={classes.mark} aria-hidden="true">
            {step.state === 'done' ? <IconCheck size={16} /> : place + 1}
          </span>
          <span>
            {step.label}
            <VisuallyHidden>{` (${inWords[step.state]})`}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ol>
  );
}
