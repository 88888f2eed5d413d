import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { lockingStatus, mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { comparisonRate } from '@kerb/domain/loans/comparison-rate.ts';
import { defaultBudgetOwnerFeeName, totalFinance } from '@kerb/domain/loans/fees.ts';
import { shareOf } from '@kerb/domain/loans/interest.ts';
import type { OfferedOption } from '@kerb/domain/options/options.contract.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { AmountInput, amountText } from '@kerb/web/design/amount-input.tsx';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { ContractForm } from '@kerb/web/design/contract-form.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { useAskBeforeEnding } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import { isLockedByMoney, MoneyLock } from '@kerb/web/features/campaigns/money-lock.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { payLaterRows, pricesOf } from '@kerb/web/features/loans/finance-facts.tsx';
import { type FinanceValues, financeFields, financeOf, rateText } from '@kerb/web/features/loans/finance-fields.ts';
import { FinanceFormButtons, statedTerms, useTypedFinance } from '@kerb/web/features/loans/finance-form.tsx';
import { financeLabels, notesHints } from '@kerb/web/features/loans/finance-options.ts';
import { LendingFields } from '@kerb/web/features/loans/lending-fields.tsx';
import { FinanceShareBar, LoanToValueBar, Valuation } from '@kerb/web/features/loans/share-figures.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

export type FinanceFormProps = {
  record: Versioned<Agreement>;
  /** The campaign's offered option, with its default terms. */
  option: OfferedOption | undefined;
  onTyped: (values: FinanceValues | null) => void;
  onSaved: () => void;
  onClose: () => void;
};

type Form = ContractFormState<FinanceValues>;
type FeeType = 'auto' | 'custom';

/** What is left blank counts as zero; null if it is not an amount. */
const orNothing = (cents: number | null): number | null => (Number.isNaN(cents) ? null : (cents ?? 0));

/** The total finance amount while typing; null if a part of it is not an amount. */
function typedTotal(values: FinanceValues): number | null {
  const typed = financeOf(values);
  const budgetCents = orNothing(typed.campaignBudget);
  const additionalCents = orNothing(typed.campaignAdditionalAmount);
  return budgetCents === null || additionalCents === null ? null : totalFinance({ budgetCents, additionalCents });
}

/** The comparison rate while typing; null without an interest rate, or if something is not an amount. */
function typedComparisonRate(values: FinanceValues): number | null {
  const { interestRate, ...typed } = financeOf(values);
  const financedCents = typedTotal(values);
  const serviceFeeCents = orNothing(typed.serviceFee);
  const budgetOwnerFeeCents = orNothing(typed.budgetOwnerFee);
  if (financedCents === null || serviceFeeCents === null || budgetOwnerFeeCents === null) return null;
  if (interestRate === null || Number.isNaN(interestRate)) return null;
  const terms = { financedCents, interestRateBasisPoints: interestRate, serviceFeeCents, budgetOwnerFeeCents };
  return comparisonRate(terms, countryRules());
}

const percentOf = (option: OfferedOption | undefined): number =>
  option?.serviceFeePercent ?? countryRules().payLater.serviceFeeBasisPoints;

/** Whether the current fee equals the percentage's result. */
function feeTypeOf(agreement: Agreement, values: FinanceValues, percent: number): FeeType {
  const { serviceFee } = agreement;
  const isAuto = serviceFee === null || serviceFee === undefined;
  return isAuto || serviceFee === shareOf(typedTotal(values) ?? 0, percent) ? 'auto' : 'custom';
}

/** The fee, calculated from the percentage until it is set by hand. */
function ServiceFee({ form, agreement, percent }: { form: Form; agreement: Agreement; percent: number }) {
  const { values, setFieldValue } = form.form;
  const [type, setType] = useState<FeeType>(() => feeTypeOf(agreement, values, percent));
  const total = typedTotal(values);
  const auto = total === null ? null : shareOf(total, percent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the inputs of the fee change it
  useEffect(() => {
    if (type === 'auto' && auto !== null) setFieldValue('serviceFee', amountText(auto));
  }, [type, auto]);
  const options = [
    { value: 'auto', label: `Auto (${rateText(percent)}%)` },
    { value: 'custom', label: 'Custom' },
  ] as const;
  return (
    <>
      <AmountInput label={countryRules().payLaterFeeLabel} readOnly={type === 'auto'} {...form.field('serviceFee')} />
      <div className={classes.feeType}>
        Service Fee Type
        <ButtonChoice<FeeType> label="Service Fee Type" options={options} value={type} onChange={setType} />
      </div>
    </>
  );
}

function Rates({ form, option }: { form: Form; option: OfferedOption | undefined }) {
  const country = countryRules();
  const usual = option?.interestRate ?? country.payLater.interestRateBasisPoints;
  const compared = typedComparisonRate(form.form.values);
  const isFree = option?.interestFreeOffered || Number(form.form.values.interestFreeDays) > 0;
  return (
    <div className={classes.fields}>
      <TextInput
        label={labelOfField('interestRate')}
        inputMode="decimal"
        autoComplete="off"
        description={`The usual rate is ${rateText(usual)}%.`}
        rightSection="%"
        {...form.field('interestRate')}
      />
      {country.payLater.needsComparisonRate && (
        <TextInput label={labelOfField('comparisonRate')} readOnly rightSection="%" value={rateText(compared) || '–'} />
      )}
      {isFree && (
        <TextInput
          label={labelOfField('interestFreeDays')}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('interestFreeDays')}
        />
      )}
    </div>
  );
}

function TermsFields({ form, record, option }: { form: Form } & Pick<FinanceFormProps, 'record' | 'option'>) {
  const total = typedTotal(form.form.values);
  return (
    <>
      <div className={classes.fields}>
        <AmountInput
          label={financeLabels.pl.amount}
          readOnly={isLockedByMoney('campaignBudget', record.value)}
          {...form.field('campaignBudget')}
        />
        <AmountInput label={labelOfField('campaignAdditionalAmount')} {...form.field('campaignAdditionalAmount')} />
        <AmountInput label={financeLabels.pl.total} readOnly value={amountText(total)} />
      </div>
      <div className={classes.fields}>
        <ServiceFee form={form} agreement={record.value} percent={percentOf(option)} />
        <AmountInput label={labelOfField('caveatFee')} {...form.field('caveatFee')} />
      </div>
      <div className={classes.fields}>
        <AmountInput label={labelOfField('budgetOwnerFee')} {...form.field('budgetOwnerFee')} />
        <TextInput
          label={labelOfField('budgetOwnerFeeName')}
          placeholder={defaultBudgetOwnerFeeName}
          maxLength={100}
          {...form.field('budgetOwnerFeeName')}
        />
      </div>
      <Rates form={form} option={option} />
      <MoneyLock agreement={record.value} standing="admin" />
    </>
  );
}

/** The Pay Later card in edit mode. Once the terms are agreed, only the details about the loan can be changed. */
export function PayLaterForm({ record, option, onTyped, onSaved, onClose }: FinanceFormProps) {
  const agreement = record.value;
  const form = useAskBeforeEnding(useCardForm(record, financeFields('pl', onSaved)), agreement, statedTerms);
  const mayTerms = mayChangeGroup('terms', 'admin', lockingStatus(agreement));
  useTypedFinance(form, onTyped);
  const typed = financeOf(form.form.values);
  return (
    <ContractForm form={form} label={financeOptionLabels.pl}>
      {mayTerms ? (
        <TermsFields form={form} record={record} option={option} />
      ) : (
        <Facts rows={payLaterRows(agreement)} />
      )}
      <LendingFields form={form} agreement={agreement} notesHint={notesHints.pl} />
      <div>
        <Valuation prices={pricesOf(agreement)} />
        <div className={classes.bars}>
          <FinanceShareBar financed={typedTotal(form.form.values)} prices={pricesOf(agreement)} />
          <LoanToValueBar mortgage={typed.mortgageBalance} prices={pricesOf(agreement)} />
        </div>
      </div>
      <FinanceFormButtons form={form} onClose={onClose} />
    </ContractForm>
  );
}
