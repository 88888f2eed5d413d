import type { AgreementRow } from '@kerb/domain/agreements/agreements.contract.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { financeOptionLabels } from '@kerb/domain/agreements/value-lists.ts';
import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { CampaignLinkText, CampaignNewTab } from '@kerb/web/design/campaign-link.tsx';
import type { Column } from '@kerb/web/design/data-table.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { exactly, shortDay } from '@kerb/web/design/dates.ts';
import { Money } from '@kerb/web/design/money.tsx';
import { StatusBadge } from '@kerb/web/design/status-badge.tsx';
import classes from '@kerb/web/features/agreements/campaign-columns.module.css';
import { today } from '@kerb/web/platform/clock.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink, IconFlag3Filled } from '@tabler/icons-react';

/** On one line whatever its length, so that every row stays as high as the next. */
function Clipped({ text }: { text: string }) {
  return (
    <div className={classes.clipped} title={text}>
      {text}
    </div>
  );
}

function Flag({ row }: { row: AgreementRow }) {
  if (!row.actionSuggested) return null;
  return (
    <span className={classes.flag} title="Action Suggested">
      <IconFlag3Filled size={16} aria-hidden="true" />
      <VisuallyHidden>Action Suggested</VisuallyHidden>
    </span>
  );
}

/** Without the year while it is this one; all of it on hover. */
function TableDay({ value }: { value: Day | Moment | null }) {
  if (!value) return <DateText value={null} />;
  return (
    <time dateTime={value} title={exactly(value)} className={classes.word}>
      {shortDay(value).replace(` ${today().slice(0, 4)}`, '')}
    </time>
  );
}

const numberOf = (row: AgreementRow) => flowNumber(row, settings().country);

/** The admin's columns. Widths are set, so that nothing moves when the rows arrive; the name has the rest. */
export const campaignColumns: Column<AgreementRow>[] = [
  {
    key: 'flow',
    header: 'Flow No.',
    width: '7rem',
    sortBy: 'id',
    cell: (row) => <CampaignLinkText campaign={row}>{numberOf(row)}</CampaignLinkText>,
  },
  { key: 'name', header: 'Campaign', cell: (row) => <Clipped text={row.name} /> },
  { key: 'tenant', header: 'Organisation', width: '13rem', cell: (row) => <Clipped text={row.tenantName} /> },
  {
    key: 'status',
    header: 'Status',
    width: '13rem',
    sortBy: 'status',
    cell: (row) => <StatusBadge status={row.status} purpose={row.campaignBudgetFundsPurpose} />,
  },
  {
    key: 'option',
    header: 'Option',
    width: '8.5rem',
    cell: (row) => (
      <span className={classes.word}>{row.financeOptionCode ? financeOptionLabels[row.financeOptionCode] : '–'}</span>
    ),
  },
  {
    key: 'budget',
    header: 'Budget',
    width: '7rem',
    align: 'end',
    cell: (row) => <Money cents={row.campaignBudget} />,
  },
  {
    key: 'funding',
    header: 'Funding date',
    width: '8.75rem',
    sortBy: 'campaignPlannedStartDate',
    cell: (row) => <TableDay value={row.campaignPlannedStartDate} />,
  },
  {
    key: 'sent',
    header: 'Sent',
    width: '5.5rem',
    sortBy: 'sentDate',
    cell: (row) => <TableDay value={row.sentDate} />,
  },
  { key: 'flag', header: 'Flag', width: '3.5rem', cell: (row) => <Flag row={row} /> },
  {
    key: 'tab',
    header: '',
    width: '3.75rem',
    cell: (row) => (
      <CampaignNewTab campaign={row} className={classes.tab} label={`Open ${numberOf(row)} in a new tab`}>
        <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
      </CampaignNewTab>
    ),
  },
];
