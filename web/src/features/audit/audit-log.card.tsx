import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { LogEntry } from '@kerb/domain/audit/audit.contract.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { exactly } from '@kerb/web/design/dates.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { Pager } from '@kerb/web/design/pager.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { auditLogOf } from '@kerb/web/features/audit/audit.queries.ts';
import classes from '@kerb/web/features/audit/audit-log.module.css';
import { changesIn, type LogReader, prettyLog } from '@kerb/web/features/audit/log-changes.ts';
import { logDate } from '@kerb/web/features/audit/log-date.ts';
import { approvedWordOf } from '@kerb/web/features/audit/log-words.ts';
import { teamQueries } from '@kerb/web/features/team/team.queries.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

const perPageChoices = [10, 25, 50, 100];

/** The log of a campaign, for admins; fetched on request. */
export function AuditLogCard({ agreement }: { agreement: Agreement }) {
  const [isShown, setShown] = useState(false);
  const history = useId();
  return (
    <Surface
      title="Audit Log"
      actions={
        <Button variant="default" aria-expanded={isShown} aria-controls={history} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide History' : 'Show History'}
        </Button>
      }
    >
      <div id={history} className={classes.history}>
        {isShown && <History agreement={agreement} />}
      </div>
    </Surface>
  );
}

function useLogReader(agreement: Agreement): LogReader {
  const { tenant, campaignBudgetFundsPurpose } = agreement;
  const { data: members } = useQuery(teamQueries.members(tenant));
  return {
    purpose: campaignBudgetFundsPurpose,
    approvedWord: approvedWordOf(agreement),
    nameOf: (userId) => members?.find((member) => member.userId === userId)?.displayName,
  };
}

/** In the country's time zone, like every other time on the page. */
const when = (date: Moment): string => logDate(date, countryRules().defaultTimeZone);

const columnsFor = (reader: LogReader): Column<LogEntry>[] => [
  {
    key: 'date',
    header: 'Date',
    width: '13rem',
    cell: ({ date }) => (
      <time dateTime={date} title={exactly(date)}>
        {when(date)}
      </time>
    ),
  },
  { key: 'user', header: 'User Name', width: '11rem', cell: ({ userName }) => userName },
  {
    key: 'description',
    header: 'Description',
    onCard: 'title',
    cell: (entry) => <Description entry={entry} reader={reader} />,
  },
];

function History({ agreement }: { agreement: Agreement }) {
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(50);
  const [textQuery, setTextQuery] = useState('');
  const reader = useLogReader(agreement);
  const log = useQuery(auditLogOf(agreement.id, { page, perPage, ...(textQuery && { textQuery }) }));
  const filter = (text: string) => {
    setTextQuery(text);
    setPage(1);
  };
  return (
    <Stack gap="md">
      <SearchField label="Filter" value={textQuery} onSearch={filter} debounceMs={250} />
      {log.error ? (
        <LoadFailure key={log.errorUpdatedAt} error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <>
          <div className={classes.log}>
            <DataTable
              label="Audit Log"
              columns={columnsFor(reader)}
              rows={log.data?.items}
              rowKey={({ id }) => id}
              placeholderRows={5}
              isStale={log.isPlaceholderData}
              empty={<EmptyState text="There are no matching entries." />}
            />
          </div>
          <Pager
            page={page}
            perPage={perPage}
            totalItems={log.data?.totalItems}
            isMore={log.data?.isMore}
            onPage={setPage}
            perPageChoices={perPageChoices}
            onPerPage={(next) => {
              setPerPage(next);
              setPage(1);
            }}
          />
        </>
      )}
    </Stack>
  );
}

/** A dialog over the page, because the user asked for the log. After it is closed, the card still offers a retry. */
function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [isRead, setRead] = useState(false);
  const close = () => setRead(true);
  const tryAgain = () => {
    close();
    onRetry();
  };
  return (
    <>
      <Modal opened={!isRead} onClose={close} title="Failed to load audit log entries" size="sm">
        <Text size="sm" role="alert">
          {sentenceFor(error)}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button onClick={tryAgain} data-autofocus>
            Try again
          </Button>
        </Group>
      </Modal>
      {isRead && (
        <Group gap="sm">
          <Text size="sm">The history could not be loaded.</Text>
          <Button size="xs" variant="default" onClick={tryAgain}>
            Load history again
          </Button>
        </Group>
      )}
    </>
  );
}

function Description({ entry, reader }: { entry: LogEntry; reader: LogReader }) {
  const [isShown, setShown] = useState(false);
  const details = useId();
  return (
    <div>
      <div className={classes.line}>
        <span>{entry.description}</span>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isShown}
          aria-controls={details}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide Details' : 'Show Details'}
        </Button>
      </div>
      <div id={details}>{isShown && <Details entry={entry} reader={reader} />}</div>
    </div>
  );
}

function Details({ entry, reader }: { entry: LogEntry; reader: LogReader }) {
  const isCampaigns = entry.activityCode.startsWith('campaign_status');
  const changes = changesIn(entry.logData, { ...reader, isCampaigns });
  return (
    <div className={classes.details}>
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              <span className={classes.field}>{field}</span>{' '}
              {before === null ? (
                after
              ) : (
                <>
                  {`${before} → `}
                  <strong>{after}</strong>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <pre className={classes.raw}>{prettyLog(entry.logData)}</pre>
    </div>
  );
}
