import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { centsFromTyped } from '@kerb/domain/kernel/money.ts';
import { loanToValueRange } from '@kerb/domain/loans/valuation.ts';
import { AmountInput } from '@kerb/web/design/amount-input.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { pricesOf } from '@kerb/web/features/loans/finance-facts.tsx';
import { type FinanceValues, rangeChoices } from '@kerb/web/features/loans/finance-fields.ts';
import { NativeSelect, Text, Textarea } from '@mantine/core';

type LendingFieldsProps = { form: ContractFormState<FinanceValues>; agreement: Agreement; notesHint: string };

/**
 * The fields of a finance card that can be changed in every status: mortgage, notes, and how the agreement was made.
 */
export function LendingFields({ form, agreement, notesHint }: LendingFieldsProps) {
  const mortgage = form.field('mortgageBalance');
  const follow = (typed: string) => {
    mortgage.onChange(typed);
    const cents = centsFromTyped(typed);
    const range = cents === null ? null : loanToValueRange(cents, pricesOf(agreement));
    if (range) form.form.setFieldValue('mortgageBalanceRange', range.range);
  };
  return (
    <>
      <div className={classes.fields}>
        <AmountInput
          label={labelOfField('mortgageBalance')}
          description="In whole dollars."
          inputMode="numeric"
          {...mortgage}
          onChange={follow}
        />
        <NativeSelect
          label={labelOfField('mortgageBalanceRange')}
          data={rangeChoices}
          {...form.field('mortgageBalanceRange')}
        />
      </div>
      <Textarea
        label="Notes"
        description={notesHint}
        rows={3}
        resize="vertical"
        maxLength={4_000}
        {...form.field('campaignFinanceNotes')}
      />
      <div>
        <ToggleSwitch
          label={labelOfField('manualAgreement')}
          checked={form.form.values.manualAgreement}
          onChange={(isManual) => form.form.setFieldValue('manualAgreement', isManual)}
        />
        <Text size="xs" c="dimmed">
          The agreement is made elsewhere, and its document is attached here.
        </Text>
      </div>
    </>
  );
}
