import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { PayerFlow } from '@kerb/domain/signing/signing.contract.ts';
import classes from '@kerb/web/features/signing/signing.module.css';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** The props of every step of the flow. */
export type StepProps = {
  record: Versioned<Agreement>;
  flow: PayerFlow;
  /** Goes to the next step, and marks this one as reviewed. */
  onNext: () => Promise<void>;
  onBack: (() => void) | null;
  /** Goes to another step: back to the terms, if they have changed. */
  goTo: (step: PayerFlow['steps'][number]['name']) => void;
  /** Focuses the heading again, if a step asks a second question. */
  toHeading: () => void;
};

/** Whether the flow ends with a payment of the whole campaign, not with an application. */
export const isPaidInFlow = ({ steps }: Pick<PayerFlow, 'steps'>): boolean => steps.some(({ name }) => name === 'pay');

type ButtonsProps = { onBack: (() => void) | null; children: ReactNode };

export function StepButtons({ onBack, children }: ButtonsProps) {
  return (
    <div className={classes.buttons}>
      {children}
      {onBack && (
        <Button variant="subtle" onClick={onBack}>
          Back
        </Button>
      )}
    </div>
  );
}
