import { remittanceTitle } from '@kerb/domain/batches/remittances.contract.ts';
import type { TeamAnswer } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { fundedStatuses } from '@kerb/domain/dashboard/funded.ts';
import {
  type FigurePeriod,
  type FunnelStep,
  figurePeriods,
  funnelLabels,
  periodLabels,
  signingTimes,
} from '@kerb/domain/dashboard/team-figures.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { BarTable } from '@kerb/web/features/dashboard/bar-table.tsx';
import { dashboardQueries } from '@kerb/web/features/dashboard/dashboard.queries.ts';
import { nobody, peopleCsv } from '@kerb/web/features/dashboard/people-csv.ts';
import classes from '@kerb/web/features/dashboard/team-figures.module.css';
import { saveFile } from '@kerb/web/platform/files.ts';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';

const RemittancesDialog = lazyComponent(
  async () => (await import('@kerb/web/features/remittances/remittances.dialog.tsx')).RemittancesDialog,
);

type Person = TeamAnswer['people'][number];
type Money = NonNullable<TeamAnswer['money']>;
type ListSearch = { agentUserId?: number; status?: typeof fundedStatuses; finance?: [...typeof financeOptionCodes] };

/** A figure leads to its campaigns. */
function ToCampaigns({ tenantId, search, children }: { tenantId: number; search: ListSearch; children: ReactNode }) {
  return (
    <LinkText to="/agencies/$tenantId/applications" params={{ tenantId }} search={search} inherit>
      {children}
    </LinkText>
  );
}

const daysText = (days: number | null): string => (days === null ? '–' : String(days));

const columnsFor = (tenantId: number): Column<Person>[] => [
  {
    key: 'name',
    header: 'Person',
    onCard: 'title',
    cell: ({ name, agentUserId }) =>
      agentUserId === null ? (
        nobody
      ) : (
        <ToCampaigns tenantId={tenantId} search={{ agentUserId }}>
          {name}
        </ToCampaigns>
      ),
  },
  { key: 'sent', header: 'Sent', align: 'end', cell: ({ sent }) => sent },
  { key: 'signed', header: 'Signed or paid', align: 'end', cell: ({ signed }) => signed },
  { key: 'funded', header: 'Funded', align: 'end', cell: ({ funded }) => funded },
  {
    key: 'medianDays',
    header: 'Median days to sign',
    align: 'end',
    cell: ({ medianDays }) => daysText(medianDays),
  },
];

const campaignsText = ({ campaigns, amount }: Money['due']): string =>
  `${moneyText(amount)} (${campaigns === 1 ? '1 campaign' : `${campaigns} campaigns`})`;

/** What the organisation was paid, for those who may read it. */
function Remittances({ tenantId }: { tenantId: number }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('remittance.read', tenantId)) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {remittanceTitle}
      </Button>
      {isOpen && (
        <Suspense>
          <RemittancesDialog tenantId={tenantId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function MoneyFacts({ tenantId, onLoan, due, toCome, inBatch, nextPaymentDate }: Money & { tenantId: number }) {
  return (
    <Surface title="Money" actions={<Remittances tenantId={tenantId} />}>
      <Facts
        isLong
        rows={[
          ['Out on loan for your campaigns', campaignsText(onLoan)],
          ['Due to the organisation', campaignsText(due)],
          ['Due later', campaignsText(toCome)],
          ['In a payment batch', campaignsText(inBatch)],
          ['Payment day', <DateText key="day" value={nextPaymentDate} />],
        ]}
      />
    </Surface>
  );
}

/** The list behind a step. The link's opening is no filter of the list. */
// biome-ignore format: a table
const searchOf: Partial<Record<FunnelStep, ListSearch>> = {
  sent:   {},
  chosen: { finance: [...financeOptionCodes] },
  funded: { status: fundedStatuses },
};

function StepName({ step, tenantId }: { step: FunnelStep; tenantId: number }) {
  const search = searchOf[step];
  if (!search) return funnelLabels[step];
  return (
    <ToCampaigns tenantId={tenantId} search={search}>
      {funnelLabels[step]}
    </ToCampaigns>
  );
}

function Funnel({ funnel, tenantId }: Pick<TeamAnswer, 'funnel'> & { tenantId: number }) {
  return (
    <Surface title="From sent to funded">
      <BarTable
        label="Campaigns by step"
        firstColumn="Step"
        rows={funnel.map(({ step, campaigns }) => ({ key: step, campaigns }))}
        nameOf={(step) => <StepName step={step} tenantId={tenantId} />}
        whole={funnel[0]?.campaigns ?? 0}
      />
    </Surface>
  );
}

function TimeToSign({ signingTimes: times, medianDays }: Pick<TeamAnswer, 'signingTimes' | 'medianDays'>) {
  const labelOf = (from: number) => signingTimes.find((time) => time.from === from)?.label ?? `${from} days`;
  return (
    <Surface title="Time to sign">
      <BarTable
        label="Signed campaigns by days from sent to signed"
        firstColumn="Days"
        rows={times.map(({ from, campaigns }) => ({ key: from, campaigns }))}
        nameOf={labelOf}
        whole={times.reduce((sum, { campaigns }) => sum + campaigns, 0)}
      />
      <p className={classes.note}>
        {medianDays === null
          ? 'No campaign of this period was signed.'
          : `Half were signed within ${medianDays === 1 ? '1 day' : `${medianDays} days`}.`}
      </p>
    </Surface>
  );
}

type TeamActionsProps = {
  period: FigurePeriod;
  onPeriod: (period: FigurePeriod) => void;
  people: readonly Person[] | undefined;
};

function TeamActions({ period, onPeriod, people }: TeamActionsProps) {
  const save = () =>
    people && saveFile(new Blob([peopleCsv(people)], { type: 'text/csv;charset=utf-8' }), 'team-figures.csv');
  return (
    <div className={classes.actions}>
      <ButtonChoice
        label="Sent within"
        options={figurePeriods.map((value) => ({ value, label: periodLabels[value] }))}
        value={period}
        onChange={onPeriod}
      />
      <Button variant="default" size="xs" disabled={!people?.length} onClick={save}>
        Save CSV
      </Button>
    </div>
  );
}

/** The people of an organisation, the steps of its campaigns, its signing times and its money. */
export function TeamFigures({ tenantId }: { tenantId: number }) {
  const [period, setPeriod] = useState<FigurePeriod>('quarter');
  const { data, error, refetch, isPlaceholderData } = useQuery(dashboardQueries.team({ tenantId, period }));
  if (error) {
    return (
      <Surface title="Team">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Surface>
    );
  }
  return (
    <div className={classes.team}>
      <Surface title="Team" flush actions={<TeamActions period={period} onPeriod={setPeriod} people={data?.people} />}>
        <DataTable
          label="Team"
          columns={columnsFor(tenantId)}
          rows={data?.people}
          rowKey={({ agentUserId }) => agentUserId ?? 0}
          isStale={isPlaceholderData}
          placeholderRows={3}
          empty={<EmptyState text="No campaign was sent in this period." />}
        />
      </Surface>
      {data ? (
        <>
          <div className={classes.pair}>
            <Funnel funnel={data.funnel} tenantId={tenantId} />
            <TimeToSign {...data} />
          </div>
          {data.money && <MoneyFacts tenantId={tenantId} {...data.money} />}
        </>
      ) : (
        <LinesSkeleton lines={6} />
      )}
    </div>
  );
}
