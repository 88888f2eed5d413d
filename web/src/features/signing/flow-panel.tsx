import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { FlowStep } from '@kerb/domain/signing/guided-flow.ts';
import type { PayerFlow } from '@kerb/domain/signing/signing.contract.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { DetailsStep } from '@kerb/web/features/signing/details-step.tsx';
import type { StepProps } from '@kerb/web/features/signing/flow-step.tsx';
import {
  ChooseOption,
  Pay,
  ReviewAgreement,
  ReviewCampaign,
  ReviewProperty,
} from '@kerb/web/features/signing/review-steps.tsx';
import { ReviewTerms, Sign } from '@kerb/web/features/signing/sign-steps.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { AgreeTerms, Documents } from '@kerb/web/features/signing/submit-steps.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { type ComponentType, useEffect, useRef } from 'react';

// biome-ignore format: a table
const panels: Record<FlowStep, ComponentType<StepProps>> = {
  'review-property':  ReviewProperty,
  'review-campaign':  ReviewCampaign,
  'choose-option':    ChooseOption,
  'payer-details':    DetailsStep,
  'agree-terms':      AgreeTerms,
  documents:          Documents,
  pay:                Pay,
  'review-agreement': ReviewAgreement,
  'review-terms':     ReviewTerms,
  sign:               Sign,
};

type FlowPanelProps = {
  record: Versioned<Agreement>;
  flow: PayerFlow;
  step: FlowStep;
  onPick: (step: FlowStep | null) => void;
};

/** Focuses the heading of a new step, but not of the first step of a visit. */
function useFocusOnChange(step: FlowStep) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) heading.current?.focus();
    before.current = step;
  }, [step]);
  return heading;
}

export function FlowPanel({ record, flow, step, onPick }: FlowPanelProps) {
  const { keep, catchUp } = useSigningChanges(record.value);
  const heading = useFocusOnChange(step);
  const names = flow.steps.map(({ name }) => name);
  const place = names.indexOf(step);
  const onNext = async () => {
    try {
      const { reviewed, documentKey } = flow;
      const which = documentKey ? { documentKey } : {};
      const { current } = await keep({ reviewed: [...new Set([...reviewed, step])], ...which });
      const next = names[place + 1] ?? null;
      // A payer who went back continues with the next step; otherwise the flow's own current step follows.
      onPick(flow.current === step || current === step ? null : next);
    } catch (error) {
      toast.error(error);
      catchUp();
    }
  };
  const before = names[place - 1];
  const Panel = panels[step];
  return (
    <div className={classes.step}>
      <h3 ref={heading} tabIndex={-1}>
        {flow.steps[place]?.label}
      </h3>
      <Panel
        key={step}
        record={record}
        flow={flow}
        onNext={onNext}
        onBack={before ? () => onPick(before) : null}
        goTo={onPick}
        toHeading={() => heading.current?.focus()}
      />
    </div>
  );
}
