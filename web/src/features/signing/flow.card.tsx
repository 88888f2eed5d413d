import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { type FlowStep, sharedStepLabels, waitingWords } from '@kerb/domain/signing/guided-flow.ts';
import type { PayerFlow } from '@kerb/domain/signing/signing.contract.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { StepList } from '@kerb/web/features/campaigns/step-list.tsx';
import { signingQueries } from '@kerb/web/features/signing/signing.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

const FlowPanel = lazyComponent(async () => (await import('@kerb/web/features/signing/flow-panel.tsx')).FlowPanel);

const title = 'Your next steps';

function stateOf({ name, isDone }: PayerFlow['steps'][number], current: FlowStep | null) {
  if (name === current) return 'current';
  return isDone ? 'done' : 'toCome';
}

/** Shown if the payer's own progress cannot be loaded. */
function SharedSteps({ agreement: { status, financeOptionCode } }: { agreement: Agreement }) {
  const labels = sharedStepLabels(status, financeOptionCode ?? null);
  if (labels.length === 0) return null;
  const stateAt = (place: number) => (place === 0 ? ('current' as const) : ('toCome' as const));
  return (
    <Surface title={title}>
      <StepList label={title} steps={labels.map((label, place) => ({ label, state: stateAt(place) }))} />
    </Surface>
  );
}

/** The guided flow of a payer, one question at a time, from where they stopped. */
export function FlowCard({ record }: { record: Versioned<Agreement> }) {
  const { data: flow, isError } = useQuery(signingQueries.flow(record.value));
  const [picked, setPicked] = useState<FlowStep | null>(null);
  if (!flow) {
    if (isError) return <SharedSteps agreement={record.value} />;
    return (
      <Surface title={title}>
        <LinesSkeleton lines={5} />
      </Surface>
    );
  }
  const { steps, current, signatory, waitingFor } = flow;
  const shown = steps.find(({ name }) => name === picked)?.name ?? current;
  // During signing, the signatures card shows this instead.
  const isApplying = record.value.status !== 'approved';
  const isWaiting = isApplying && current === null && signatory !== null && waitingFor.length > 0;
  if (steps.length === 0 && !isWaiting) return null;
  return (
    <Surface title={title}>
      {isWaiting && (
        <Alert color="brand" mb={steps.length > 0 ? 'md' : 0}>
          {waitingWords(signatory.firstName ?? signatory.displayName, waitingFor)}
        </Alert>
      )}
      {steps.length > 0 && (
        <StepList label={title} steps={steps.map((step) => ({ label: step.label, state: stateOf(step, shown) }))} />
      )}
      {shown && (
        <Suspense fallback={<LinesSkeleton lines={3} />}>
          <FlowPanel record={record} flow={flow} step={shown} onPick={setPicked} />
        </Suspense>
      )}
    </Surface>
  );
}
