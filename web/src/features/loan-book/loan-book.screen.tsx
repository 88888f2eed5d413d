import { writtenDay } from '@kerb/domain/kernel/dates.ts';
import { type Ageing, ageingLabels, ageings } from '@kerb/domain/loan-books/ageings.ts';
import {
  type LoanBookFilters,
  type LoanBookRow,
  loanBookEndpoints,
} from '@kerb/domain/loan-books/loan-book.contract.ts';
import { lvrLabel } from '@kerb/domain/loan-books/lvr.ts';
import { loanBookFileName } from '@kerb/domain/reports/loan-book-columns.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { shortDay } from '@kerb/web/design/dates.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Pager } from '@kerb/web/design/pager.tsx';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { CampaignLinkText } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { AgeingTotals } from '@kerb/web/features/loan-book/ageing-totals.tsx';
import classes from '@kerb/web/features/loan-book/loan-book.module.css';
import { loanBookQueries } from '@kerb/web/features/loan-book/loan-book.queries.ts';
import { OrganisationSelect } from '@kerb/web/features/organisations/organisation-select.tsx';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

const route = getRouteApi('/admin/loan-book');
const perPage = 25;

/** Words, not only a colour, say how late a loan is. */
function Late({ row: { ageing, daysPastDue } }: { row: LoanBookRow }) {
  if (ageing === 'not-due') return <ToneBadge tone="neutral">{ageingLabels[ageing]}</ToneBadge>;
  return (
    <span className={classes.stack}>
      <ToneBadge tone="danger">{`Past due: ${ageingLabels[ageing]}`}</ToneBadge>
      <span className={classes.small}>{`${daysPastDue} ${daysPastDue === 1 ? 'day' : 'days'} late`}</span>
    </span>
  );
}

/** A request for more time that waits, and whether its answer is overdue. */
function Due({ row: { dueDate, answerBy, isAnswerLate } }: { row: LoanBookRow }) {
  return (
    <span className={classes.stack}>
      {dueDate ? <DateText value={dueDate} style="short" /> : 'No due day yet'}
      {answerBy && (
        <ToneBadge tone={isAnswerLate ? 'danger' : 'attention'}>
          {isAnswerLate ? `Answer overdue since ${shortDay(answerBy)}` : `Asked: answer by ${shortDay(answerBy)}`}
        </ToneBadge>
      )}
    </span>
  );
}

const figure = (key: 'principal' | 'fees' | 'interest' | 'owed', header: string): Column<LoanBookRow> => ({
  key,
  header,
  width: '11%',
  align: 'end',
  ...(key === 'owed' && { onCard: 'corner' as const }),
  cell: (row) => <Money cents={row[key]} isExact />,
});

const columns: Column<LoanBookRow>[] = [
  {
    key: 'campaign',
    header: 'Campaign',
    width: '26%',
    onCard: 'title',
    cell: ({ agreement, tenant, flowNumber, name, tenantName }) => (
      <span className={classes.stack}>
        <CampaignLinkText campaign={{ id: agreement, tenant }}>{`${flowNumber} ${name}`}</CampaignLinkText>
        <span className={classes.small}>{tenantName}</span>
      </span>
    ),
  },
  {
    key: 'due',
    header: 'Due',
    width: '12%',
    cell: (row) => <Due row={row} />,
  },
  { key: 'late', header: 'Past due', width: '18%', cell: (row) => <Late row={row} /> },
  figure('principal', 'Principal'),
  figure('fees', 'Fees'),
  figure('interest', 'Interest'),
  figure('owed', 'Owed'),
];

async function save(query: LoanBookFilters): Promise<void> {
  try {
    const nameOf = () => loanBookFileName(countryRules().brand);
    await saveDownload(loanBookEndpoints.csv, { query }, { nameOf, text: 'Exporting...' });
  } catch (error) {
    toast.error(error);
  }
}

const everyLoan = 'every';

type Totals = ComponentProps<typeof AgeingTotals>['totals'];

function AgeingChoice({
  totals,
  ageing,
  onChange,
}: {
  totals: Totals | undefined;
  ageing: Ageing | undefined;
  onChange: (ageing: Ageing | undefined) => void;
}) {
  const labelOf = (each: Ageing) => {
    const total = totals?.find((group) => group.ageing === each);
    return `${ageingLabels[each]}${total ? ` (${total.loans})` : ''}`;
  };
  return (
    <ButtonChoice
      label="How late"
      options={[
        { value: everyLoan as Ageing | typeof everyLoan, label: 'All' },
        ...ageings.map((value) => ({ value, label: labelOf(value) })),
      ]}
      value={ageing ?? everyLoan}
      onChange={(next) => onChange(next === everyLoan ? undefined : next)}
    />
  );
}

/** The filters of the address, without those that are not set. */
function useFilters(): LoanBookFilters & { page: number } {
  const { page, ageing, tenant, lvr, dueFrom, dueTo, undated } = route.useSearch();
  return {
    page,
    ...(ageing && { ageing }),
    ...(tenant !== undefined && { tenant }),
    ...(lvr && { lvr }),
    ...(dueFrom && { dueFrom }),
    ...(dueTo && { dueTo }),
    ...(undated && { undated }),
  };
}

/** The filters of a link from the figures, in words. */
function wordsOf({ lvr, dueFrom, dueTo, undated }: LoanBookFilters): string | null {
  const { locale } = countryRules();
  const day = (value: string) => writtenDay(value, locale);
  if (undated) return 'Only loans without a due day.';
  if (lvr) return `Only loans with this share of the sale: ${lvrLabel(lvr)}.`;
  if (dueFrom && dueTo) return `Only loans that are due from ${day(dueFrom)} to ${day(dueTo)}.`;
  if (dueFrom) return `Only loans that are due from ${day(dueFrom)} on.`;
  return dueTo ? `Only loans that were due by ${day(dueTo)}.` : null;
}

function Narrowed({ onAll, ...filters }: LoanBookFilters & { onAll: () => void }) {
  const words = wordsOf(filters);
  if (words === null) return null;
  return (
    <p className={classes.narrowed}>
      {words}
      <Button variant="subtle" size="compact-sm" onClick={onAll}>
        Show all loans
      </Button>
    </p>
  );
}

/** Every loan that is owed, the longest past due first, and the totals of each group. */
export function LoanBookScreen() {
  const { page, ...filters } = useFilters();
  const { ageing, tenant } = filters;
  const navigate = route.useNavigate();
  const go = (search: LoanBookFilters & { page?: number }) =>
    void navigate({ search: { page: 1, ...filters, ...search } });
  const { data, error, refetch, isPlaceholderData } = useQuery(loanBookQueries.list({ ...filters, page, perPage }));
  const { data: organisations } = useQuery(organisationQueries.choices);
  return (
    <>
      <PageHeader
        title="Loan Book"
        subtitle="Every loan that is owed, as the ledger has it."
        actions={
          <Button variant="default" onClick={() => void save(filters)}>
            Export CSV
          </Button>
        }
      />
      <Stack gap="md">
        <OrganisationSelect
          label="Organisation"
          className={classes.organisation}
          organisations={organisations ?? []}
          organisationId={tenant}
          first={[{ value: '', label: 'All organisations' }]}
          onChange={(next) => go({ tenant: next })}
        />
        <Narrowed {...filters} onAll={() => void navigate({ search: { page: 1, tenant } })} />
        {data && <AgeingTotals totals={data.totals} />}
        <AgeingChoice totals={data?.totals} ageing={ageing} onChange={(next) => go({ ageing: next })} />
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Surface flush>
            <DataTable
              label="Loans"
              columns={columns}
              rows={data?.items}
              rowKey={(row) => row.agreement}
              placeholderRows={5}
              isStale={isPlaceholderData}
              empty={<EmptyState text="No loan is owed here." />}
            />
          </Surface>
        )}
        {(data?.totalItems ?? 0) > perPage && (
          <Pager page={page} perPage={perPage} totalItems={data?.totalItems} onPage={(next) => go({ page: next })} />
        )}
      </Stack>
    </>
  );
}
