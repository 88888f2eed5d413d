import type { IdentityOutcome } from '@kerb/domain/sandbox/sandbox.contract.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { sandboxQueries, useLeaveIdentity } from '@kerb/web/features/sandbox/sandbox.queries.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';

// biome-ignore format: a table
const outcomes: Record<IdentityOutcome, { button: string; words: string }> = {
  pass: { button: 'Pass the check',           words: 'The check has been passed. The next Run check on the campaign says so.' },
  fail: { button: 'Fail the check',           words: 'The check has been failed. The next Run check on the campaign says so.' },
  left: { button: 'Leave without finishing',  words: 'The check was left unfinished. Until it is passed, Run check on the campaign fails.' },
};
const names = Object.keys(outcomes) as IdentityOutcome[];

/** The target of an identity check's link in a sandbox: the user decides the outcome here. */
export function IdentityScreen() {
  const { entityId = '' } = useParams({ strict: false });
  if (!settings().sandbox) return <EmptyState text="The identity provider's page is shown only in a sandbox." />;
  return (
    <>
      <PageHeader
        title="Sandbox identity check"
        subtitle="Here a real provider would check a face and documents. This sandbox checks nothing and sends nothing."
      />
      <Surface title={`Profile ${entityId}`}>
        <Check entityId={entityId} />
      </Surface>
    </>
  );
}

function Check({ entityId }: { entityId: string }) {
  const { data: profile, error, refetch } = useQuery(sandboxQueries.identity(entityId));
  const leave = useLeaveIdentity(entityId);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!profile) return <LinesSkeleton lines={2} />;
  const { outcome } = profile;
  return (
    <Stack gap="md">
      <Text role="status">{outcome ? outcomes[outcome].words : 'The check has not been opened before.'}</Text>
      <Group gap="sm">
        {names.map((name) => (
          <Button
            key={name}
            variant={name === 'pass' ? 'filled' : 'default'}
            disabled={leave.isPending}
            onClick={() => leave.mutate(name, { onError: toast.error })}
          >
            {outcomes[name].button}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
