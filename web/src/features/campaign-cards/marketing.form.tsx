import { type Agreement, savedAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { clearedAfterSending } from '@kerb/domain/agreements/send.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { AmountInput, amountText, blankOrCents } from '@kerb/web/design/amount-input.tsx';
import { ContractForm } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import classes from '@kerb/web/features/campaign-cards/card-fields.module.css';
import { budgetLabel } from '@kerb/web/features/campaign-cards/summary.card.tsx';
import { CardButtons } from '@kerb/web/features/campaigns/card-buttons.tsx';
import { type CardFields, useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Checkbox, Textarea } from '@mantine/core';
import * as z from 'zod/mini';

/** `amount` is false once money was received: the budget then changes by its own step. */
export type MarketingRights = { budget: boolean; amount: boolean; funding: boolean };
type Values = {
  campaignBudget: string;
  campaignPlannedStartDate: string;
  campaignBudgetDescription: string;
  fundManually: boolean;
};

/** A payer may be reading a campaign that was sent: the server refuses to remove its budget or date. */
const contractFor = (status: AgreementStatus) =>
  savedAgreement.check(
    z.check(({ value, issues }) => {
      for (const [name, [error]] of Object.entries(clearedAfterSending(status, value))) {
        if (error) issues.push({ code: 'custom', input: value, path: [name], message: error.message });
      }
    }),
  );

const fieldsFor = (status: AgreementStatus): CardFields<Values> => ({
  body: contractFor(status),
  valuesOf: (agreement) => ({
    campaignBudget: amountText(agreement.campaignBudget || null),
    campaignPlannedStartDate: agreement.campaignPlannedStartDate ?? '',
    campaignBudgetDescription: agreement.campaignBudgetDescription ?? '',
    fundManually: agreement.fundManually ?? false,
  }),
  toBody: (values) => ({
    campaignBudget: blankOrCents(values.campaignBudget),
    campaignPlannedStartDate: values.campaignPlannedStartDate || null,
    campaignBudgetDescription: values.campaignBudgetDescription.trim() || null,
    fundManually: values.fundManually,
  }),
});

type MarketingFormProps = { record: Versioned<Agreement>; rights: MarketingRights };

export function MarketingForm({ record, rights }: MarketingFormProps) {
  const form = useCardForm(record, fieldsFor(record.value.status));
  return (
    <ContractForm form={form} label={budgetLabel(record.value)}>
      {rights.budget && (
        <>
          <div className={classes.fields}>
            {rights.amount && <AmountInput label={budgetLabel(record.value)} {...form.field('campaignBudget')} />}
            <DateField label={labelOfField('campaignPlannedStartDate')} {...form.field('campaignPlannedStartDate')} />
          </div>
          <Textarea
            label={labelOfField('campaignBudgetDescription')}
            rows={3}
            resize="vertical"
            maxLength={2_000}
            {...form.field('campaignBudgetDescription')}
          />
        </>
      )}
      {rights.funding && (
        <Checkbox
          label={labelOfField('fundManually')}
          {...form.form.getInputProps('fundManually', { type: 'checkbox' })}
        />
      )}
      <CardButtons form={form} />
    </ContractForm>
  );
}
