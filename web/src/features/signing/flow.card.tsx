import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { type FlowStep, waitingWords } from '@kerb/domain/signing/guided-flow.ts';
import type { PayerFlow } from '@kerb/domain/signing/signing.contract.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { StepList } from '@kerb/web/features/campaigns/step-list.tsx';
import { signingQueries } from '@kerb/web/features/signing/signing.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';

const FlowPanel = lazyComponent(async () => (await import('@kerb/web/features/signing/flow-panel.tsx')).FlowPanel);

const title = 'Your next steps';

const stateOf = ({ name, isDone }: PayerFlow['steps'][number], current: FlowStep | null) =>
  name === current ? ('current' as const) : isDone ? ('done' as const) : ('toCome' as const);

type FlowCardProps = {
  record: Versioned<Agreement>;
  /** What stands here where the way cannot be read: the steps by themselves. */
  fallback: ReactNode;
};

/** A payer's way, one question at a time, from wherever they left it. */
export function FlowCard({ record, fallback }: FlowCardProps) {
  const { data: flow, isError } = useQuery(signingQueries.flow(record.value));
  const [picked, setPicked] = useState<FlowStep | null>(null);
  if (!flow) {
    if (isError) return fallback;
    return (
      <Surface title={title}>
        <LinesSkeleton lines={5} />
      </Surface>
    );
  }
  const { steps, current, signatory, waitingFor } = flow;
  const shown = steps.find(({ name }) => name === picked)?.name ?? current;
  // Once it is being signed, the signatures say so.
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
