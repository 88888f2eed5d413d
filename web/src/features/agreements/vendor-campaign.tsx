import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { movesOpenTo, transitions } from '@kerb/domain/agreements/transitions.ts';
import { type FundsPurpose, payerWord } from '@kerb/domain/agreements/value-lists.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { agreementQueries } from '@kerb/web/features/agreements/agreements.queries.ts';
import { AssistanceCard } from '@kerb/web/features/agreements/assistance.card.tsx';
import { CampaignBanner } from '@kerb/web/features/agreements/campaign-banner.tsx';
import { CampaignTrail } from '@kerb/web/features/agreements/campaign-trail.tsx';
import { PayerLine } from '@kerb/web/features/agreements/payer-item.tsx';
import payerClasses from '@kerb/web/features/agreements/payers.module.css';
import { bannerOf } from '@kerb/web/features/agreements/status-banner.ts';
import { useStatusMove } from '@kerb/web/features/agreements/status-move.ts';
import { budgetLabel } from '@kerb/web/features/agreements/summary.card.tsx';
import classes from '@kerb/web/features/agreements/vendor-campaign.module.css';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules, settings } from '@kerb/web/platform/settings.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

// biome-ignore format: a table
const about: Record<FundsPurpose, string> = {
  marketing: 'has prepared the marketing of your property, and asks you to fund it.',
  styling:   'will style your property for its sale, and asks you to fund it.',
  deposit:   'asks you to pay the deposit for the property that you are buying.',
};

/** A campaign for the person who pays for it: one column, plain words, and at the foot what comes next. */
export function VendorCampaign({ record }: { record: Versioned<Agreement> }) {
  const agreement = record.value;
  return (
    <div className={classes.page}>
      <PageHeader
        title={agreement.name}
        subtitle={`Your reference is ${flowNumber(agreement, settings().country)}`}
        actions={<CampaignTrail id={agreement.id} />}
      />
      <CampaignBanner agreement={agreement} reader="vendor" />
      <DetailsCard agreement={agreement} />
      <VendorPayers agreement={agreement} />
      <ContactCard agreement={agreement} />
      <AssistanceCard />
      <CancelApplication record={record} />
      <NextStep agreement={agreement} />
    </div>
  );
}

function DetailsCard({ agreement }: { agreement: Agreement }) {
  const { tenantName, campaignBudgetFundsPurpose: purpose, campaignBudgetDescription } = agreement;
  return (
    <Surface>
      <details open className={classes.details}>
        <summary>
          <h2>Property and Campaign Details</h2>
        </summary>
        <div className={classes.inside}>
          <Text>{`${tenantName} ${about[purpose]}`}</Text>
          {campaignBudgetDescription && <Text size="sm">{campaignBudgetDescription}</Text>}
          <Facts
            rows={[
              [
                budgetLabel(agreement),
                <strong key="budget" className={classes.amount}>
                  <Money cents={agreement.campaignBudget} />
                </strong>,
              ],
              ['Funding Request Date', <DateText key="date" value={agreement.campaignPlannedStartDate} />],
            ]}
          />
        </div>
      </details>
    </Surface>
  );
}

/** Names, and one's own details: nothing else of the other payers is anyone's business. */
function VendorPayers({ agreement }: { agreement: Agreement }) {
  const { data: payers, error, refetch } = useQuery(agreementQueries.payers(agreement.id));
  return (
    <Surface title={`${payerWord(agreement.campaignBudgetFundsPurpose)}s`}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : payers ? (
        <ul className={payerClasses.payers}>
          {payers.map((payer) => (
            <PayerLine key={payer.id} payer={payer} />
          ))}
        </ul>
      ) : (
        <LinesSkeleton lines={2} />
      )}
    </Surface>
  );
}

const link = (scheme: 'tel' | 'mailto', value: string | null | undefined): [string, ReactNode][] =>
  value
    ? [
        [
          scheme === 'tel' ? 'Phone' : 'Email',
          <Anchor key={scheme} href={`${scheme}:${value}`}>
            {value}
          </Anchor>,
        ],
      ]
    : [];

function ContactCard({ agreement }: { agreement: Agreement }) {
  const { agentFirstName, agentSurname, agentUserName } = agreement;
  const agent = displayName({ firstName: agentFirstName ?? '', surname: agentSurname ?? '' }) || agentUserName;
  return (
    <Surface title="Your contact">
      <Facts
        rows={[
          ['Organisation', agreement.agentOrg || agreement.tenantName],
          ...(agent ? ([['Agent', agent]] as [string, ReactNode][]) : []),
          ...link('tel', agreement.agentPhone),
          ...link('mailto', agreement.agentEmail),
        ]}
      />
    </Surface>
  );
}

function CancelApplication({ record }: { record: Versioned<Agreement> }) {
  const move = useStatusMove(record);
  if (!movesOpenTo('vendor', record.value.status).includes('cancelApplication')) return null;
  const { label, to } = transitions.cancelApplication;
  return (
    <Button
      variant="default"
      c="var(--mantine-color-error)"
      className={classes.cancel}
      onClick={() => void move(to, label)}
    >
      {label}
    </Button>
  );
}

function NextStep({ agreement }: { agreement: Agreement }) {
  const { nextStep } = bannerOf(agreement, 'vendor', countryRules().brand);
  return (
    <section className={`${classes.bar} kerb-no-print`} aria-label="Next step">
      <IconArrowRight size={20} className={classes.arrow} aria-hidden="true" />
      <div>
        <div className={classes.barLabel}>Next step</div>
        {nextStep}
      </div>
    </section>
  );
}
