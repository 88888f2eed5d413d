import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { lockingStatus, mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/campaign-cards/card-fields.module.css';
import { MarketingForm, type MarketingRights } from '@kerb/web/features/campaign-cards/marketing.form.tsx';
import { budgetLabel } from '@kerb/web/features/campaign-cards/summary.card.tsx';
import { MoneyLock, mayChangeAfterPayment } from '@kerb/web/features/campaigns/money-lock.tsx';
import { MarketingDocuments } from '@kerb/web/features/documents/marketing-documents.tsx';
import { Remittance } from '@kerb/web/features/documents/remittance.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

const documentsLabel = ({ campaignBudgetFundsPurpose }: Agreement): string =>
  campaignBudgetFundsPurpose === 'deposit' ? 'Buyer Deposit Documentation' : 'Vendor Campaign Budget Information';

const rightsOf = (standing: Standing, agreement: Agreement): MarketingRights => ({
  budget: mayChangeGroup('marketing', standing, lockingStatus(agreement)),
  amount: mayChangeGroup('marketing', standing, lockingStatus(agreement)) && !agreement.hasMoney,
  funding: mayChangeGroup('funding', standing, agreement.status),
});

/** Read-only values are text, never a disabled field. */
function plainRows(agreement: Agreement, rights: MarketingRights): [string, ReactNode][] {
  const amount: [string, ReactNode] = [budgetLabel(agreement), <Money key="budget" cents={agreement.campaignBudget} />];
  const others: [string, ReactNode][] = [
    [labelOfField('campaignPlannedStartDate'), <DateText key="date" value={agreement.campaignPlannedStartDate} />],
    [labelOfField('campaignBudgetDescription'), agreement.campaignBudgetDescription || 'None'],
  ];
  return [
    ...(rights.amount ? [] : [amount]),
    ...(rights.budget ? [] : others),
    ...(rights.funding
      ? []
      : ([[labelOfField('fundManually'), agreement.fundManually ? 'Yes' : 'No']] as [string, ReactNode][])),
  ];
}

type MarketingCardProps = { record: Versioned<Agreement>; standing: Standing };

/** The campaign's cost, the funding request date and the purpose, with the documents. */
export function MarketingCard({ record, standing }: MarketingCardProps) {
  const rights = rightsOf(standing, record.value);
  const rows = plainRows(record.value, rights);
  return (
    <Surface title={budgetLabel(record.value)}>
      <Stack gap="lg">
        {!rights.amount && <Facts rows={rows} />}
        {(rights.budget || mayChangeAfterPayment(record.value, standing)) && (
          <MoneyLock agreement={record.value} standing={standing} />
        )}
        {(rights.budget || rights.funding) && (
          // A status that removes a field also discards what was typed into it.
          <MarketingForm key={String(rights.budget)} record={record} rights={rights} />
        )}
        {rights.amount && rows.length > 0 && <Facts rows={rows} />}
        <div>
          <h3 className={classes.heading}>{documentsLabel(record.value)}</h3>
          <MarketingDocuments agreement={record.value} standing={standing} />
        </div>
        <Remittance agreement={record.value} standing={standing} />
      </Stack>
    </Surface>
  );
}
