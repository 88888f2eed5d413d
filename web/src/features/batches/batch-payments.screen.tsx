import { confirm } from '@kerb/web/design/confirm.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money, moneyText } from '@kerb/web/design/money.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { BatchList } from '@kerb/web/features/batches/batch-list.tsx';
import { batchQueries, useBatchChanges } from '@kerb/web/features/batches/batches.queries.ts';
import { useOwedChoice } from '@kerb/web/features/batches/owed-choice.ts';
import { owedColumns } from '@kerb/web/features/batches/owed-columns.tsx';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** Asks for confirmation, makes the batch, and opens it. */
function useMaking() {
  const { make } = useBatchChanges();
  const request = useIdempotentRequest<Parameters<typeof make>[0]>();
  const navigate = useNavigate();
  return async (tenants: number[], includesToCome: boolean, words: string) => {
    const isSure = await confirm({
      title: 'Make a batch',
      text: `${words} The campaigns are held in it until it is paid or discarded. Another admin has to approve it.`,
      confirmLabel: 'Make batch',
    });
    if (!isSure) return;
    try {
      const { id } = await withProgress('Making batch...', () => request({ tenants, includesToCome }, make));
      toast.success(`Batch ${id} Created`);
      await navigate({ to: '/batch-payments/$batchId', params: { batchId: id } });
    } catch (problem) {
      toast.error(problem);
    }
  };
}

const Links = () => (
  <Group gap="md">
    <LinkText to="/batch-payments/statements" size="sm">
      Bank statements
    </LinkText>
    <LinkText to="/admin/books/$view" params={{ view: 'trial-balance' }} search={{}} size="sm">
      Books
    </LinkText>
    <LinkText to="/admin/loan-book" size="sm">
      Loan book
    </LinkText>
  </Group>
);

/** What is owed to each organisation, by its schedule, and the batches that pay it. */
export function BatchPaymentsScreen() {
  const { data, error, refetch } = useQuery(batchQueries.owed);
  const [includesToCome, setIncludesToCome] = useState(false);
  const { choice, chosen, funds } = useOwedChoice(data?.items, includesToCome);
  const columns = useMemo(() => owedColumns(choice), [choice]);
  const make = useMaking();
  const words = `${moneyText(funds.amount)} for ${counted(funds.campaigns, 'campaign')} of ${counted(chosen.length, 'organisation')}.`;
  const total = (
    <>
      Due to organisations now: <Money cents={data?.due} />. Total owed: <Money cents={data?.total} />.
    </>
  );
  return (
    <>
      <PageHeader
        title="Batch Payments"
        badge={<Links />}
        subtitle={total}
        actions={
          <Button
            disabled={chosen.length === 0}
            onClick={() =>
              void make(
                chosen.map(({ tenant }) => tenant),
                includesToCome,
                words,
              )
            }
          >
            {chosen.length === 0 ? 'Make a batch' : `Make a batch of ${moneyText(funds.amount)}`}
          </Button>
        }
      />
      <Stack gap="xl">
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Stack gap="sm">
            <ToggleSwitch
              label="Include upcoming payments"
              title="Ahead of the organisation's own schedule"
              checked={includesToCome}
              onChange={setIncludesToCome}
            />
            <Surface flush>
              <DataTable
                label="Owed to organisations"
                columns={columns}
                rows={data?.items}
                rowKey={(row) => row.tenant}
                empty={<EmptyState text="Nothing is owed to any organisation." />}
              />
            </Surface>
          </Stack>
        )}
        <BatchList />
      </Stack>
    </>
  );
}
