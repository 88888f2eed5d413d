import type { OwedOrganisation, SomeFunds, WaitingFunds } from '@kerb/domain/batches/batches.contract.ts';
import { waitingLabels } from '@kerb/domain/batches/owed.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import { describeSchedule } from '@kerb/domain/organisations/payment-schedule.ts';
import { labelOfSetting } from '@kerb/domain/organisations/setting-fields.ts';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { FirstPaymentBadge } from '@kerb/web/features/batches/batch-badges.tsx';
import classes from '@kerb/web/features/batches/batches.module.css';
import type { Choice } from '@kerb/web/features/batches/owed-choice.ts';
import { CampaignLinkText } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Checkbox } from '@mantine/core';
import { Fragment } from 'react';

const to = '/agencies/$tenantId/applications';
const countOf = ({ campaigns }: SomeFunds) => `${campaigns} ${campaigns === 1 ? 'campaign' : 'campaigns'}`;

/** An amount above its words; a dash if there are no campaigns. */
function Funds({ of, words = countOf(of) }: { of: SomeFunds; words?: string }) {
  if (of.campaigns === 0) return <Money cents={null} />;
  return (
    <span className={classes.stack}>
      <Money cents={of.amount} />
      <span className={classes.small}>{words}</span>
    </span>
  );
}

function Elsewhere({ row: { inBatch, manual } }: { row: OwedOrganisation }) {
  const isBoth = inBatch.campaigns > 0 && manual.campaigns > 0;
  if (!isBoth && inBatch.campaigns === 0) return <Funds of={manual} words="funded manually" />;
  if (!isBoth) return <Funds of={inBatch} words="in a batch" />;
  return (
    <span className={classes.stack}>
      <Funds of={inBatch} words="in a batch" />
      <Funds of={manual} words="funded manually" />
    </span>
  );
}

function Account({ row }: { row: OwedOrganisation }) {
  return (
    <span className={classes.stack}>
      {row.bankAccount && <span className={classes.account}>{row.bankAccount}</span>}
      {row.accountProblem && <ToneBadge tone="danger">{row.accountProblem}</ToneBadge>}
      {!row.accountProblem && row.isFirstToAccount && <FirstPaymentBadge />}
      {row.accountChangesDate && (
        <span className={classes.small}>
          A new account takes effect <DateText value={row.accountChangesDate} style="time" />. Until then we pay the
          present one.
        </span>
      )}
      {row.accountWarning && <span className={classes.small}>{row.accountWarning}</span>}
    </span>
  );
}

/** Funds that may not be paid out yet: why, until when, and of which campaigns. */
function Waiting({ funds, tenant }: { funds: WaitingFunds; tenant: number }) {
  const more = funds.campaigns - funds.agreements.length;
  return (
    <span className={classes.stack}>
      <Money cents={funds.amount} />
      <span className={classes.small}>
        {waitingLabels[funds.reason]}
        {funds.payableFrom && (
          <>
            , until <DateText value={addDays(funds.payableFrom, -1)} style="short" />
          </>
        )}
        {': '}
        {funds.agreements.map(({ agreement, flowNumber }, place) => (
          <Fragment key={agreement}>
            {place > 0 && ', '}
            <CampaignLinkText campaign={{ id: agreement, tenant }}>{flowNumber}</CampaignLinkText>
          </Fragment>
        ))}
        {more > 0 && ` and ${more} more`}
      </span>
    </span>
  );
}

function AllWaiting({ row: { waiting, tenant } }: { row: OwedOrganisation }) {
  if (waiting.length === 0) return <Money cents={null} />;
  return (
    <span className={classes.stack}>
      {waiting.map((funds) => (
        <Waiting key={funds.reason} funds={funds} tenant={tenant} />
      ))}
    </span>
  );
}

/** The amounts owed to an organisation and their dates, with the checkbox for the next batch. */
export const owedColumns = (choice: Choice): Column<OwedOrganisation>[] => [
  {
    key: 'choice',
    header: 'Pay',
    width: '4%',
    onCard: 'corner',
    cell: (row) => (
      <Checkbox
        aria-label={`Pay ${row.tenantName}`}
        checked={choice.isChosen(row)}
        disabled={!choice.mayChoose(row)}
        onChange={(event) => choice.choose(row, event.currentTarget.checked)}
      />
    ),
  },
  {
    key: 'organisation',
    header: 'Organisation',
    width: '16%',
    onCard: 'title',
    cell: (row) => (
      <LinkText to={to} params={{ tenantId: row.tenant }} size="sm">
        {row.tenantName}
      </LinkText>
    ),
  },
  {
    key: 'schedule',
    header: 'Schedule',
    width: '13%',
    cell: (row) => (
      <span className={classes.stack}>
        {describeSchedule(row.batchPaymentSchedule)}
        {row.nextPaymentDate && (
          <span className={classes.small}>
            {row.due.campaigns > 0 ? 'Due ' : 'Next '}
            <DateText value={row.nextPaymentDate} style="short" />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'account',
    header: labelOfSetting('bankAccount', countryRules()),
    width: '15%',
    onCard: 'wide',
    cell: (row) => <Account row={row} />,
  },
  { key: 'due', header: 'Due now', width: '10%', align: 'end', cell: (row) => <Funds of={row.due} /> },
  { key: 'toCome', header: 'To come', width: '9%', align: 'end', cell: (row) => <Funds of={row.toCome} /> },
  { key: 'waiting', header: 'Not yet', width: '22%', align: 'end', cell: (row) => <AllWaiting row={row} /> },
  { key: 'elsewhere', header: 'In progress', width: '11%', align: 'end', cell: (row) => <Elsewhere row={row} /> },
];
