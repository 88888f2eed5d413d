import { paymentBadges } from '@kerb/domain/agreements/badges.ts';
import { settlementCountdown } from '@kerb/domain/agreements/campaign-dates.ts';
import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { flowNumber, flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { useRowTabIndex } from '@kerb/web/design/data-table-keys.ts';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { exactly, shortDay } from '@kerb/web/design/dates.ts';
import { Money } from '@kerb/web/design/money.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/campaign-lists/campaign-columns.module.css';
import type { ColumnKey } from '@kerb/web/features/campaign-lists/column-choice.ts';
import { CampaignLinkText, CampaignNewTab } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { StatusBadge } from '@kerb/web/features/campaigns/status-badge.tsx';
import { today } from '@kerb/web/platform/clock.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink, IconFlag3Filled } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const numberOf = (row: AgreementRow) => flowNumber(row, settings().country);

/** The row's link, which gets the focus in keyboard navigation. */
function FlowNumber({ row }: { row: AgreementRow }) {
  return (
    <CampaignLinkText campaign={row} tabIndex={useRowTabIndex()}>
      {numberOf(row)}
    </CampaignLinkText>
  );
}

function NewTab({ row }: { row: AgreementRow }) {
  const label = `Open ${numberOf(row)} in a new tab`;
  return (
    <CampaignNewTab campaign={row} className={classes.tab} tabIndex={useRowTabIndex()} label={label}>
      <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
    </CampaignNewTab>
  );
}

/** Text that is cut off at the column's end, with the full text on hover. */
const Clipped = ({ text }: { text: string | null }) => (text ? <span title={text}>{text}</span> : '–');

/** A loan that is past its settlement is red, with the days. Otherwise the flag says that an action is suggested. */
function Flag({ row }: { row: AgreementRow }) {
  const countdown = settlementCountdown(row, today(row.tenantTimeZone), row.tenantTimeZone);
  const isLate = countdown?.tone === 'danger';
  if (!isLate && !row.actionSuggested) return null;
  const words = [isLate && countdown.text, row.actionSuggested && labelOfField('actionSuggested')].filter(Boolean);
  return (
    <span className={classes.flag} data-late={isLate || undefined} title={words.join(', ')}>
      <IconFlag3Filled size={16} aria-hidden="true" />
      {isLate && <span aria-hidden="true">{countdown.text.split(' ')[0]}d</span>}
      <VisuallyHidden>{words.join(', ')}</VisuallyHidden>
    </span>
  );
}

/** Omits the current year; the full date is on hover. */
function TableDay({ value }: { value: Day | Moment | null }) {
  if (!value) return <DateText value={null} />;
  return (
    <time dateTime={value} title={exactly(value)}>
      {shortDay(value).replace(` ${today().slice(0, 4)}`, '')}
    </time>
  );
}

function Payment({ row }: { row: AgreementRow }) {
  const badges = paymentBadges(row);
  if (badges.length === 0) return '–';
  return (
    <span className={classes.badges}>
      {badges.map(({ text, tone }) => (
        <ToneBadge key={text} tone={tone}>
          {text}
        </ToneBadge>
      ))}
    </span>
  );
}

type CampaignColumn = Omit<Column<AgreementRow>, 'key'>;

const cellOf = (header: string, width: string | undefined, cell: (row: AgreementRow) => ReactNode): CampaignColumn => ({
  header,
  ...(width && { width }),
  cell,
});

type DateName =
  | 'campaignPlannedStartDate'
  | 'sentDate'
  | 'statusLastUpdate'
  | 'applicationSubmitDate'
  | 'applicationApprovedDate'
  | 'auctionDate'
  | 'propertySettlementDate'
  | 'propertyWithdrawnFromSaleDate'
  | 'lastUpdateDate';

const dateOf = (header: string, name: DateName, width = '7rem') =>
  cellOf(header, width, (row) => <TableDay value={row[name]} />);

const option = (row: AgreementRow) => (row.financeOptionCode ? financeOptionLabels[row.financeOptionCode] : '–');
const status = (row: AgreementRow) => <StatusBadge campaign={row} />;

/**
 * All columns. Widths are fixed, so that nothing moves when the rows arrive; the name column gets the rest. The default
 * columns need less than 76 rem, the space in a window of 1280 px.
 */
// biome-ignore format: a table
export const campaignColumns: Record<ColumnKey, CampaignColumn> = {
  flow:       { ...cellOf(flowNumberLabel, '7rem', (row) => <FlowNumber row={row} />), sortBy: 'id' },
  name:       cellOf('Campaign', undefined, (row) => <Clipped text={row.name} />),
  tenant:     cellOf('Organisation', '10rem', (row) => <Clipped text={row.tenantName} />),
  status:     { ...cellOf('Status', '12rem', status), sortBy: 'status' },
  option:     cellOf('Option', '8.5rem', option),
  budget:     { ...cellOf('Budget', '6.5rem', (row) => <Money cents={row.campaignBudget} />), align: 'end' },
  funding:    { ...dateOf(labelOfField('campaignPlannedStartDate'), 'campaignPlannedStartDate', '8.5rem'), sortBy: 'campaignPlannedStartDate' },
  sent:       { ...dateOf('Sent', 'sentDate', '6rem'), sortBy: 'sentDate' },
  flag:       cellOf('Flag', '3.25rem', (row) => <Flag row={row} />),
  agent:      cellOf('Agent', '10rem', (row) => <Clipped text={row.agentUserName} />),
  payment:    cellOf('Payment', '13rem', (row) => <Payment row={row} />),
  since:      dateOf('Status since', 'statusLastUpdate', '7.5rem'),
  submitted:  dateOf('Submitted', 'applicationSubmitDate'),
  approved:   dateOf('Approved', 'applicationApprovedDate'),
  auction:    dateOf('Auction', 'auctionDate'),
  settlement: dateOf('Settlement', 'propertySettlementDate'),
  withdrawn:  dateOf('Withdrawn', 'propertyWithdrawnFromSaleDate'),
  updated:    dateOf('Last updated', 'lastUpdateDate', '7.5rem'),
};

const newTab: Column<AgreementRow> = { key: 'tab', header: '', width: '3.25rem', cell: (row) => <NewTab row={row} /> };

/** The chosen columns, plus the second button at the end of every row. */
export const tableColumns = (keys: readonly ColumnKey[]): Column<AgreementRow>[] => [
  ...keys.map((key) => ({ key, ...campaignColumns[key] })),
  newTab,
];
