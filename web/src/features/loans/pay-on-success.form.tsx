import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { lockingStatus, mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { AmountInput } from '@kerb/web/design/amount-input.tsx';
import { ContractForm } from '@kerb/web/design/contract-form.tsx';
import { longDay } from '@kerb/web/design/dates.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { useAskBeforeEnding } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import { isLockedByMoney, MoneyLock } from '@kerb/web/features/campaigns/money-lock.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { payOnSuccessRows, pricesOf } from '@kerb/web/features/loans/finance-facts.tsx';
import { financeFields, financeOf } from '@kerb/web/features/loans/finance-fields.ts';
import { FinanceFormButtons, statedTerms, useTypedFinance } from '@kerb/web/features/loans/finance-form.tsx';
import { financeLabels, notesHints } from '@kerb/web/features/loans/finance-options.ts';
import { LendingFields } from '@kerb/web/features/loans/lending-fields.tsx';
import type { FinanceFormProps } from '@kerb/web/features/loans/pay-later.form.tsx';
import { LoanToValueBar, Valuation } from '@kerb/web/features/loans/share-figures.tsx';
import { TextInput } from '@mantine/core';

/** The Pay On Success card in edit mode. */
export function PayOnSuccessForm({ record, onTyped, onSaved, onClose }: FinanceFormProps) {
  const agreement = record.value;
  const form = useAskBeforeEnding(useCardForm(record, financeFields('pos', onSaved)), agreement, statedTerms);
  const { campaignFinanceLoanStartDate: start } = agreement;
  useTypedFinance(form, onTyped);
  const isLocked = (name: 'campaignBudget' | 'serviceFee') => isLockedByMoney(name, agreement);
  return (
    <ContractForm form={form} label={financeOptionLabels.pos}>
      {mayChangeGroup('terms', 'admin', lockingStatus(agreement)) ? (
        <div className={classes.fields}>
          <AmountInput
            label={financeLabels.pos.amount}
            readOnly={isLocked('campaignBudget')}
            {...form.field('campaignBudget')}
          />
          <AmountInput label={financeLabels.pos.fee} readOnly={isLocked('serviceFee')} {...form.field('serviceFee')} />
          <TextInput
            label={labelOfField('campaignFinanceLoanStartDate')}
            readOnly
            value={start ? longDay(start) : 'Once everyone has signed'}
          />
        </div>
      ) : (
        <Facts rows={payOnSuccessRows(agreement)} />
      )}
      <MoneyLock agreement={agreement} standing="admin" />
      <LendingFields form={form} agreement={agreement} notesHint={notesHints.pos} />
      <div>
        <Valuation prices={pricesOf(agreement)} />
        <LoanToValueBar mortgage={financeOf(form.form.values).mortgageBalance} prices={pricesOf(agreement)} />
      </div>
      <FinanceFormButtons form={form} onClose={onClose} />
    </ContractForm>
  );
}
