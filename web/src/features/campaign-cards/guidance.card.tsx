import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { guidanceSteps } from '@kerb/domain/agreements/guidance.ts';
import { payingOf } from '@kerb/domain/campaign-page/cards.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { StepList } from '@kerb/web/features/campaigns/step-list.tsx';

/** What a payer does next, in order. */
export function GuidanceCard({ agreement }: { agreement: Agreement }) {
  const steps = guidanceSteps(payingOf(agreement)).map((label, place) => ({
    label,
    state: place === 0 ? ('current' as const) : ('toCome' as const),
  }));
  if (steps.length === 0) return null;
  return (
    <Surface title="Your next steps">
      <StepList label="Your next steps" steps={steps} />
    </Surface>
  );
}
