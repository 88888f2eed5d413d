import type {
  OrganisationFigures,
  PersonFigures,
  PlatformFigures,
} from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { funnelLabels, signingTimes as times } from '@kerb/domain/dashboard/team-figures.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { BarTable } from '@kerb/web/features/dashboard/bar-table.tsx';
import { nobody } from '@kerb/web/features/dashboard/people-csv.ts';
import classes from '@kerb/web/features/figures/figures.module.css';
import { organisationsCsv, personsCsv, saveCsv } from '@kerb/web/features/figures/figures-csv.ts';
import { Button } from '@mantine/core';

type Counted = Pick<OrganisationFigures, 'sent' | 'signed' | 'funded' | 'medianDays'>;

const counts = <Row extends Counted>(): Column<Row>[] => [
  { key: 'sent', header: 'Sent', align: 'end', cell: ({ sent }) => sent },
  { key: 'signed', header: 'Signed or paid', align: 'end', cell: ({ signed }) => signed },
  { key: 'funded', header: 'Funded', align: 'end', cell: ({ funded }) => funded },
  { key: 'medianDays', header: 'Median days to sign', align: 'end', cell: ({ medianDays }) => medianDays ?? '–' },
];

const organisationColumns: Column<OrganisationFigures>[] = [
  {
    key: 'name',
    header: 'Organisation',
    onCard: 'title',
    cell: ({ tenant, tenantName }) => (
      <LinkText to="/agencies/dashboard" search={{ tenantId: tenant }} inherit>
        {tenantName}
      </LinkText>
    ),
  },
  ...counts<OrganisationFigures>(),
  {
    key: 'owedByPayers',
    header: 'Owed by payers',
    align: 'end',
    cell: ({ tenant, owedByPayers }) => (
      <LinkText to="/admin/loan-book" search={{ tenant }} inherit>
        <Money cents={owedByPayers} isExact />
      </LinkText>
    ),
  },
  {
    key: 'owedToOrganisation',
    header: 'Owed to them',
    align: 'end',
    cell: ({ owedToOrganisation }) => <Money cents={owedToOrganisation} isExact />,
  },
];

const personColumns: Column<PersonFigures>[] = [
  {
    key: 'name',
    header: 'Person',
    onCard: 'title',
    cell: ({ agentUserId, name, tenant }) =>
      agentUserId === null ? (
        nobody
      ) : (
        <LinkText to="/agencies/$tenantId/applications" params={{ tenantId: tenant }} search={{ agentUserId }} inherit>
          {name}
        </LinkText>
      ),
  },
  { key: 'organisation', header: 'Organisation', cell: ({ tenantName }) => tenantName },
  ...counts<PersonFigures>(),
];

type ShownProps = { figures: PlatformFigures | undefined; isStale: boolean };

export function Organisations({ figures, isStale }: ShownProps) {
  const save = () => figures && saveCsv(organisationsCsv(figures), 'organisations.csv');
  return (
    <Surface
      title="Organisations"
      flush
      actions={
        <Button variant="default" size="xs" disabled={!figures?.organisations.length} onClick={save}>
          Save organisations as CSV
        </Button>
      }
    >
      <DataTable
        label="Organisations"
        columns={organisationColumns}
        rows={figures?.organisations}
        rowKey={({ tenant }) => tenant}
        isStale={isStale}
        placeholderRows={3}
        empty={<EmptyState text="No campaign was sent in this period, and no money is owed." />}
      />
    </Surface>
  );
}

export function People({ figures, isStale }: ShownProps) {
  const save = () => figures && saveCsv(personsCsv(figures), 'people.csv');
  return (
    <Surface
      title="People who sent the most"
      flush
      actions={
        <Button variant="default" size="xs" disabled={!figures?.people.length} onClick={save}>
          Save people as CSV
        </Button>
      }
    >
      <DataTable
        label="People"
        columns={personColumns}
        rows={figures?.people}
        rowKey={({ tenant, agentUserId }) => `${tenant} ${agentUserId}`}
        isStale={isStale}
        placeholderRows={3}
        empty={<EmptyState text="No campaign was sent in this period." />}
      />
    </Surface>
  );
}

/** The steps of all campaigns, and how long signing takes. */
export function Steps({ figures: { funnel, signingTimes, medianDays } }: { figures: PlatformFigures }) {
  const labelOf = (from: number) => times.find((time) => time.from === from)?.label ?? `${from} days`;
  return (
    <div className={classes.pair}>
      <Surface title="From sent to funded">
        <BarTable
          label="Campaigns by step"
          firstColumn="Step"
          rows={funnel.map(({ step, campaigns }) => ({ key: step, campaigns }))}
          nameOf={(step) => funnelLabels[step]}
          whole={funnel[0]?.campaigns ?? 0}
        />
      </Surface>
      <Surface title="Time to sign">
        <BarTable
          label="Signed campaigns by days from sent to signed"
          firstColumn="Days"
          rows={signingTimes.map(({ from, campaigns }) => ({ key: from, campaigns }))}
          nameOf={labelOf}
          whole={signingTimes.reduce((sum, { campaigns }) => sum + campaigns, 0)}
        />
        <p className={classes.note}>
          {medianDays === null
            ? 'No campaign of this period was signed.'
            : `Half were signed within ${medianDays === 1 ? '1 day' : `${medianDays} days`}.`}
        </p>
      </Surface>
    </div>
  );
}
