import type { SecurityEvent } from '@kerb/domain/audit/security.contract.ts';
import {
  type SecurityEventKind,
  type SecurityPeriod,
  securityEventKinds,
  securityEvents,
  securityPeriodNames,
  securityPeriods,
} from '@kerb/domain/audit/security-events.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/audit/security.module.css';
import { exportEvents, type SecurityQuery, securityQueries } from '@kerb/web/features/audit/security.queries.ts';
import { accountName, SecuritySummaryCards } from '@kerb/web/features/audit/security-summary.tsx';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const columns: Column<SecurityEvent>[] = [
  {
    key: 'date',
    header: 'Time',
    width: '12rem',
    onCard: 'corner',
    cell: ({ date }) => <DateText value={date} style="time" />,
  },
  {
    key: 'kind',
    header: 'Event',
    width: '30%',
    onCard: 'title',
    cell: ({ kind, count }) => `${securityEvents[kind].label}${count > 1 ? ` (${count} times)` : ''}`,
  },
  { key: 'account', header: 'Account', width: '18%', cell: (row) => accountName(row) },
  { key: 'network', header: 'Network', width: '10rem', cell: ({ network }) => network ?? '–' },
  {
    key: 'route',
    header: 'Request',
    onCard: 'wide',
    cell: ({ route, means, status }) => (
      <span className={classes.cell}>
        <span>{route ?? '–'}</span>
        <span className={classes.meaning}>
          {[means, status === null ? null : `status ${status}`].filter(Boolean).join(', ')}
        </span>
      </span>
    ),
  },
];

/** A page goes on after the last event of the one before, so the ids of those are kept to go back. */
function Events({ query }: { query: SecurityQuery }) {
  const [before, setBefore] = useState<number[]>([]);
  const list = useQuery(securityQueries.list(query, before.at(-1) ?? null));
  const items = list.data?.items;
  const last = items?.at(-1);
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Surface title="Events" flush>
      <DataTable
        label="Security events"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        placeholderRows={5}
        isStale={list.isPlaceholderData}
        empty={<EmptyState text="No event matches." help="Refused attempts appear here within a minute." />}
      />
      {(before.length > 0 || list.data?.isMore) && (
        <Group gap="sm" p="md">
          <Button variant="default" disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
            Newer
          </Button>
          <Button
            variant="default"
            disabled={!list.data?.isMore || !last}
            onClick={() => last && setBefore([...before, last.id])}
          >
            Older
          </Button>
        </Group>
      )}
    </Surface>
  );
}

type FilterProps = { query: SecurityQuery; onChange: (next: SecurityQuery) => void };

function Filters({ query, onChange }: FilterProps) {
  const { network, account, ...others } = query;
  const periods = securityPeriodNames.map((value) => ({ value, label: securityPeriods[value].label }));
  const kinds = securityEventKinds.map((value) => ({ value: value as string, label: securityEvents[value].label }));
  const withKind = (kind: string) => {
    const { kind: _, ...rest } = query;
    onChange(kind ? { ...rest, kind: kind as SecurityEventKind } : rest);
  };
  const withAddress = (text: string) => {
    const { emailAddress: _, ...rest } = query;
    onChange(text ? { ...rest, emailAddress: text } : rest);
  };
  const chosen = network ?? (account && `Account ${account.slice(0, 12)}`);
  return (
    <div className={classes.filters}>
      <NativeSelect
        label="Period"
        value={query.period ?? 'week'}
        data={periods}
        onChange={(event) => onChange({ ...query, period: event.currentTarget.value as SecurityPeriod })}
      />
      <NativeSelect
        label="Event"
        value={query.kind ?? ''}
        data={[{ value: '', label: 'All events' }, ...kinds]}
        onChange={(event) => withKind(event.currentTarget.value)}
      />
      <SearchField
        label="Email address of the account"
        value={query.emailAddress ?? ''}
        onSearch={withAddress}
        debounceMs={500}
      />
      {chosen && (
        <Button variant="default" onClick={() => onChange(others)}>
          {`Only ${chosen}: show all`}
        </Button>
      )}
    </div>
  );
}

/** Refused attempts and other events, for admins: what is unusual, how many there were, and each of them. */
export function SecurityScreen() {
  const [query, setQuery] = useState<SecurityQuery>({ period: 'week' });
  const summary = useQuery(securityQueries.summary(query));
  const { network: _, account: __, ...others } = query;
  return (
    <>
      <PageHeader
        title="Security Events"
        subtitle={
          <LinkText to="/admin/users" size="sm">
            Users
          </LinkText>
        }
        actions={
          <Button variant="default" onClick={() => void exportEvents(query)}>
            Export (.csv)
          </Button>
        }
      />
      <Stack gap="md">
        <Text size="sm">
          Attempts that were refused. Names are shown of people with a password; nothing that somebody typed is kept.
        </Text>
        <Filters query={query} onChange={setQuery} />
        {summary.error && <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />}
        {summary.data && (
          <SecuritySummaryCards
            summary={summary.data}
            onNetwork={(network) => setQuery({ ...others, network })}
            onAccount={(account) => setQuery({ ...others, account })}
          />
        )}
        <Events key={JSON.stringify(query)} query={query} />
      </Stack>
    </>
  );
}
