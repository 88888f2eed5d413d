import { labelOfField } from '@kerb/domain/agreements/agreement-fields.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import classes from '@kerb/web/app/campaign-page/vendor-campaign.module.css';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ListingLink } from '@kerb/web/features/campaign-cards/listing.card.tsx';
import { budgetLabel } from '@kerb/web/features/campaign-cards/summary.card.tsx';
import { MarketingDocuments } from '@kerb/web/features/documents/marketing-documents.tsx';
import { PayerProperty } from '@kerb/web/features/properties/payer-property.tsx';
import { PayerConsent } from '@kerb/web/features/properties/property-consent.tsx';
import { signingQueries } from '@kerb/web/features/signing/signing.queries.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

// biome-ignore format: a table
const about: Record<FundsPurpose, string> = {
  marketing: 'has prepared the marketing of your property, and asks you to fund it.',
  styling:   'will style your property for its sale, and asks you to fund it.',
  deposit:   'asks you to pay the deposit for the property that you are buying.',
};

/** The property and the requested money, collapsed once the payer has read it. */
export function PayerDetailsCard({ agreement }: { agreement: Agreement }) {
  const { tenantName, campaignBudgetFundsPurpose: purpose, campaignBudgetDescription, externalListingUrl } = agreement;
  const { data: flow } = useQuery(signingQueries.flow(agreement));
  const hasReviewed = flow?.reviewed.includes('review-campaign') ?? false;
  return (
    <Surface>
      <details open={!hasReviewed} className={classes.details}>
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
              [
                labelOfField('campaignPlannedStartDate'),
                <DateText key="date" value={agreement.campaignPlannedStartDate} />,
              ],
              ...(externalListingUrl
                ? ([[labelOfField('externalListingUrl'), <ListingLink key="listing" url={externalListingUrl} />]] as [
                    string,
                    ReactNode,
                  ][])
                : []),
            ]}
          />
          <PayerProperty agreement={agreement} />
          <PayerConsent agreement={agreement} />
          <MarketingDocuments agreement={agreement} standing="vendor" />
        </div>
      </details>
    </Surface>
  );
}
