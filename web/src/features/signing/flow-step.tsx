import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { PayerFlow } from '@kerb/domain/signing/signing.contract.ts';
import classes from '@kerb/web/features/signing/signing.module.css';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** What every step of the flow is given. */
export type StepProps = {
  record: Versioned<Agreement>;
  flow: PayerFlow;
  /** On to the next step, once this one has been looked through. */
  onNext: () => Promise<void>;
  onBack: (() => void) | null;
  /** To another step of the flow: back to the terms, where they have changed. */
  goTo: (step: PayerFlow['steps'][number]['name']) => void;
  /** Takes the cursor and the eye back to the question, where a step asks a second one. */
  toHeading: () => void;
};

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
