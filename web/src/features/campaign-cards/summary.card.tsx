import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { financeOptionLabels, fundsPurposeLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { FactGrid } from '@kerb/web/features/campaigns/fact-grid.tsx';

/** The campaign's purpose, amount, date and payment method. */
export function SummaryCard({ agreement }: { agreement: Agreement }) {
  const { campaignBudgetFundsPurpose: purpose, financeOptionCode } = agreement;
  return (
    <Surface title="Funding">
      <FactGrid
        facts={[
          { name: labelOfField('campaignBudgetFundsPurpose'), value: fundsPurposeLabels[purpose] },
          { name: budgetLabel(agreement), value: <Money cents={agreement.campaignBudget} /> },
          {
            name: labelOfField('campaignPlannedStartDate'),
            value: <DateText value={agreement.campaignPlannedStartDate} />,
          },
          {
            name: labelOfField('financeOptionCode'),
            value: financeOptionCode ? financeOptionLabels[financeOptionCode] : 'Not chosen yet',
          },
        ]}
      />
    </Surface>
  );
}

export const budgetLabel = ({ campaignBudgetFundsPurpose }: Pick<Agreement, 'campaignBudgetFundsPurpose'>): string =>
  campaignBudgetFundsPurpose === 'deposit' ? 'Deposit Amount' : labelOfField('campaignBudget');
