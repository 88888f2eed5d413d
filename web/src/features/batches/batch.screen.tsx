import { needsNewApproval } from '@kerb/domain/batches/batch-moves.ts';
import type { Batch, BatchItem } from '@kerb/domain/batches/batches.contract.ts';
import { amountColumn } from '@kerb/web/design/amount-column.tsx';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { ScreenSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { AtTheBank } from '@kerb/web/features/batches/at-the-bank.tsx';
import { BatchActions, lapsedId } from '@kerb/web/features/batches/batch-actions.tsx';
import { BatchAdvices } from '@kerb/web/features/batches/batch-advices.tsx';
import { BatchBadge, FirstPaymentBadge } from '@kerb/web/features/batches/batch-badges.tsx';
import classes from '@kerb/web/features/batches/batches.module.css';
import { batchQueries } from '@kerb/web/features/batches/batches.queries.ts';
import { BounceDialog } from '@kerb/web/features/batches/bounce.dialog.tsx';
import { CampaignLinkText, useOpenCampaign } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

const route = getRouteApi('/batch-payments/$batchId');

const columnsOf = (batch: Batch, onBounce: (item: BatchItem) => void): Column<BatchItem>[] => [
  {
    key: 'campaign',
    header: 'Campaign',
    width: '28%',
    onCard: 'title',
    cell: (row) => (
      <span className={classes.stack}>
        <CampaignLinkText campaign={{ id: row.agreement, tenant: row.tenant }}>{row.flowNumber}</CampaignLinkText>
        <span className={classes.small}>{row.name}</span>
      </span>
    ),
  },
  { key: 'organisation', header: 'Organisation', width: '20%', cell: (row) => row.tenantName },
  {
    key: 'account',
    header: 'Paid into',
    width: '22%',
    onCard: 'wide',
    cell: (row) => (
      <span className={classes.stack}>
        <span>{row.accountName}</span>
        <span className={classes.account}>{row.bankAccount}</span>
        {row.isFirstToAccount && <FirstPaymentBadge />}
      </span>
    ),
  },
  {
    key: 'bank',
    header: 'Bank',
    width: '16%',
    onCard: 'wide',
    cell: (row) => <AtTheBank batch={batch} item={row} onBounce={onBounce} />,
  },
  amountColumn,
];

type Step = Batch['created'] | null;
const stepRow = (name: string, step: Step): [ReactNode, ReactNode][] =>
  step
    ? [
        [
          name,
          <>
            {step.userName}, <DateText value={step.date} style="time" />
          </>,
        ],
      ]
    : [];

/** The steps taken and by whom, in order. */
const History = ({ batch }: { batch: Batch }) => (
  <Surface title="History">
    <Facts
      rows={[
        ...stepRow('Made by', batch.created),
        ...stepRow('Approved by', batch.approved),
        ...(batch.fileDownloadedDate
          ? ([
              ['File first downloaded', <DateText key="file" value={batch.fileDownloadedDate} style="time" />],
            ] as const)
          : []),
        ...stepRow('Given to the bank by', batch.processing),
        ...stepRow('Transferred, said by', batch.transferred),
        ...stepRow('Discarded by', batch.discarded),
        ...(batch.discardReason ? ([['Reason', batch.discardReason]] as const) : []),
      ]}
    />
  </Surface>
);

const Totals = ({ batch }: { batch: Batch }) => (
  <Surface title="Totals">
    <Facts
      rows={[
        ['Total', <Money key="total" cents={batch.total} />],
        ...(batch.lending ? ([['Lent', <Money key="lent" cents={batch.lending.lent} />]] as const) : []),
        ['Organisations', batch.organisations],
        ['Campaigns', batch.campaigns],
        ['First payments', batch.firstPayments],
        ...(batch.file
          ? ([
              ['Bank file', batch.file.name],
              [
                'SHA-256',
                <code key="hash" className={classes.hash}>
                  {batch.file.sha256}
                </code>,
              ],
            ] as const)
          : []),
      ]}
    />
  </Surface>
);

/** Payers' money never pays a loan: the lent part comes from the operating account. */
function MoveFirst({ lending }: { lending: NonNullable<Batch['lending']> }) {
  if (lending.toMoveFirst === 0) return null;
  return (
    <Alert color="attention" title="Move money to the trust account first">
      <Money cents={lending.lent} isExact /> of this batch is lent. Move <Money cents={lending.toMoveFirst} isExact />{' '}
      from the operating account to the trust account before the bank pays this batch, and record it in{' '}
      <LinkText to="/admin/books/$view" params={{ view: 'bank-accounts' }} search={{}} size="sm" underline="always">
        Bank Accounts
      </LinkText>
      .
    </Alert>
  );
}

function BatchPage({ batch }: { batch: Batch }) {
  const open = useOpenCampaign();
  const [bounced, setBounced] = useState<BatchItem | null>(null);
  return (
    <>
      <PageHeader
        title={`Batch ${batch.id}`}
        badge={<BatchBadge batch={batch} />}
        subtitle={
          <LinkText to="/batch-payments" size="sm">
            All batch payments
          </LinkText>
        }
        actions={<BatchActions batch={batch} />}
      />
      <Stack gap="md">
        {batch.isLapsed && (
          <Alert id={lapsedId} color="attention" title="This batch needs a new approval">
            {needsNewApproval(batch)}
          </Alert>
        )}
        {batch.lending && <MoveFirst lending={batch.lending} />}
        {batch.approvalRefusal !== null && (
          <Alert color="attention" title="Awaiting a second admin">
            {batch.approvalRefusal}
          </Alert>
        )}
        {batch.discardAsked && (
          <Alert color="attention" title="Waiting for a second person">
            {batch.discardAsked.userName} has asked to discard this batch: {batch.discardAsked.reason} Another admin
            confirms or refuses it in{' '}
            <LinkText to="/admin/users" size="sm" underline="always">
              Users
            </LinkText>
            .
          </Alert>
        )}
        <div className={classes.columns}>
          <Totals batch={batch} />
          <History batch={batch} />
        </div>
        <Surface flush>
          <DataTable
            label="Payments of this batch"
            columns={columnsOf(batch, setBounced)}
            rows={batch.items}
            rowKey={(row) => row.agreement}
            onOpen={(row) => void open({ id: row.agreement, tenant: row.tenant })}
            empty={null}
          />
        </Surface>
        <BatchAdvices batch={batch} />
        {bounced && <BounceDialog batch={batch} item={bounced} onClose={() => setBounced(null)} />}
      </Stack>
    </>
  );
}

/** One batch: its payments, who did which step, and the possible next actions. */
export function BatchScreen() {
  const { batchId } = route.useParams();
  const { data, error, refetch } = useQuery(batchQueries.one(batchId));
  if (error) {
    return (
      <>
        <PageHeader
          title={`Batch ${batchId}`}
          subtitle={
            <LinkText to="/batch-payments" size="sm">
              All batch payments
            </LinkText>
          }
        />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  return data ? <BatchPage batch={data} /> : <ScreenSkeleton />;
}
