import { bookAccounts, postingKinds } from '@kerb/domain/books/account-table.ts';
import type { PostingView } from '@kerb/domain/books/books.contract.ts';
import type { Account } from '@kerb/domain/payments/ledger.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/books/books.module.css';
import { bookQueries, type JournalQuery } from '@kerb/web/features/books/books.queries.ts';
import { CampaignLinkText } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';

function Entries({ posting }: { posting: PostingView }) {
  return (
    <span className={classes.entries}>
      {posting.entries.map(({ account, debit, credit }) => (
        <Fragment key={account}>
          <span>{bookAccounts[account].label}</span>
          <span>{debit > 0 && <Money cents={debit} isExact />}</span>
          <span>{credit > 0 && <Money cents={credit} isExact />}</span>
        </Fragment>
      ))}
    </span>
  );
}

function Campaign({ posting: { agreement, flowNumber, tenant, tenantName } }: { posting: PostingView }) {
  if (agreement === null || tenant === null) return '–';
  return (
    <span className={classes.stack}>
      <CampaignLinkText campaign={{ id: agreement, tenant }}>{flowNumber}</CampaignLinkText>
      <span className={classes.small}>
        <LinkText to="/admin/books/$view" params={{ view: 'journal' }} search={{ tenantId: String(tenant) }} size="xs">
          {tenantName}
        </LinkText>
      </span>
    </span>
  );
}

const shared: Column<PostingView>[] = [
  {
    key: 'day',
    header: 'Day',
    width: '7.5rem',
    onCard: 'corner',
    cell: ({ day }) => <DateText value={day} style="short" />,
  },
  {
    key: 'kind',
    header: 'Posting',
    width: '24%',
    onCard: 'title',
    cell: ({ id, event, description }) => (
      <span className={classes.stack}>
        <span>{postingKinds[event]}</span>
        <span className={classes.small}>{[`No. ${id}`, description].filter(Boolean).join(', ')}</span>
      </span>
    ),
  },
  { key: 'campaign', header: 'Campaign', width: '20%', cell: (posting) => <Campaign posting={posting} /> },
];

const journalColumns: Column<PostingView>[] = [
  ...shared,
  {
    key: 'entries',
    header: 'Account, debit, credit',
    onCard: 'wide',
    cell: (posting) => <Entries posting={posting} />,
  },
];

const accountColumns = (account: Account): Column<PostingView>[] => {
  const side = (name: 'debit' | 'credit') => (posting: PostingView) => {
    const cents = posting.entries.find((entry) => entry.account === account)?.[name] ?? 0;
    return cents > 0 ? <Money cents={cents} isExact /> : '';
  };
  return [
    ...shared,
    { key: 'debit', header: 'Debit', width: '15%', align: 'end', cell: side('debit') },
    { key: 'credit', header: 'Credit', width: '15%', align: 'end', cell: side('credit') },
  ];
};

const placeOf = ({ day, id }: PostingView) => `${day}:${id}`;

type PostingsProps = { query: JournalQuery; account?: Account };

/** The postings that a filter finds, the newest first. A page goes on after the last posting of the one before. */
export function Postings({ query, account }: PostingsProps) {
  const [before, setBefore] = useState<string[]>([]);
  const last = before.at(-1);
  const list = useQuery(bookQueries.journal({ ...query, ...(last !== undefined && { before: last }) }));
  const end = list.data?.items.at(-1);
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Surface title="Postings" flush>
      <DataTable
        label="Postings"
        columns={account ? accountColumns(account) : journalColumns}
        rows={list.data?.items}
        rowKey={({ id }) => id}
        placeholderRows={5}
        isStale={list.isPlaceholderData}
        empty={<EmptyState text="No posting matches." />}
      />
      {(before.length > 0 || list.data?.isMore) && (
        <Group gap="sm" p="md">
          <Button variant="default" disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
            Newer
          </Button>
          <Button
            variant="default"
            disabled={!list.data?.isMore || !end}
            onClick={() => end && setBefore([...before, placeOf(end)])}
          >
            Older
          </Button>
        </Group>
      )}
    </Surface>
  );
}
