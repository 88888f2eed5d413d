import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { centsFromTyped } from '@kerb/domain/kernel/money.ts';
import type { FeeLine } from '@kerb/domain/loans/fees.ts';
import { AmountInput, groupAmount } from '@kerb/web/design/amount-input.tsx';
import { Money, moneyText } from '@kerb/web/design/money.tsx';
import { CostOverTime } from '@kerb/web/features/fee-calculator/cost-over-time.tsx';
import classes from '@kerb/web/features/fee-calculator/fee-calculator.module.css';
import {
  type ShownEstimate,
  type TypedTerms,
  termErrors,
  useEstimate,
} from '@kerb/web/features/fee-calculator/fee-estimate.ts';
import type { ShownTerms } from '@kerb/web/features/fee-calculator/fee-terms.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';

export const defaultBudget = '1000';

export function useTypedTerms(budget = defaultBudget, additional = '') {
  const days = String(countryRules().defaultCampaignPeriodDays);
  return useState<TypedTerms>(() => ({ budget: groupAmount(budget), additional: groupAmount(additional), days }));
}

type TypedProps = { typed: TypedTerms; onChange: (typed: TypedTerms) => void };

function Inputs({ typed, onChange }: TypedProps) {
  const errors = termErrors(typed, countryRules());
  return (
    <div className={classes.inputs}>
      <AmountInput
        label={labelOfField('campaignBudget')}
        data-autofocus
        value={typed.budget}
        error={errors.budget}
        onChange={(budget) => onChange({ ...typed, budget })}
      />
      <AmountInput
        label={labelOfField('campaignAdditionalAmount')}
        placeholder="0"
        value={typed.additional}
        error={errors.additional}
        onChange={(additional) => onChange({ ...typed, additional })}
      />
      <TextInput
        label="Days"
        inputMode="numeric"
        autoComplete="off"
        value={typed.days}
        error={errors.days}
        onChange={(event) => onChange({ ...typed, days: event.currentTarget.value })}
      />
    </div>
  );
}

const alwaysShown = ['budget', 'serviceFee', 'caveatFee', 'interest'];
const percent = (basisPoints: number) => `${(basisPoints / 100).toFixed(2)}%`;

/** Adds the percentage to the label if the country shows it, unless the fee was set as an amount. */
function nameOf({ key, label }: FeeLine, days: number, terms: ShownTerms): string {
  const isPercentage = countryRules().payLaterFeeShownAs === 'percentage' && terms.serviceFeeCents === undefined;
  if (key === 'serviceFee' && isPercentage)
    return `${label} (${Number((terms.serviceFeeBasisPoints / 100).toFixed(2))}%)`;
  return key === 'interest' ? `${label} over ${days} days` : label;
}

/** A comparison rate is shown only beside the rate, and only in countries whose law has one. */
function ratesOf({ rates }: ShownEstimate): [string, number][] {
  if (rates === null) return [];
  const compared = rates.comparisonBasisPoints;
  const isCompared = compared !== null && countryRules().payLater.needsComparisonRate;
  return [
    [labelOfField('interestRate'), rates.interestBasisPoints],
    ...(isCompared ? [[labelOfField('comparisonRate'), compared] as [string, number]] : []),
  ];
}

function Lines({ estimate, terms }: { estimate: ShownEstimate; terms: ShownTerms }) {
  const lines = estimate.lines.filter(({ key, amountCents }) => amountCents > 0 || alwaysShown.includes(key));
  return (
    <table className={classes.lines}>
      <caption>Pay Later estimate</caption>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">{nameOf(line, estimate.days, terms)}</th>
            <td>
              <Money cents={line.amountCents} isExact />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Estimated Total</th>
          <td>
            <Money cents={estimate.totalCents} isExact />
          </td>
        </tr>
        {ratesOf(estimate).map(([name, basisPoints]) => (
          <tr key={name} className={classes.rate}>
            <th scope="row">{name}</th>
            <td>{`${percent(basisPoints)} p.a.`}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function Fineprint({ terms: { interestFreeDays, interestRateBasisPoints, isRateAssumed } }: { terms: ShownTerms }) {
  const { defaultCampaignPeriodDays, payLater } = countryRules();
  const free = interestFreeDays > 0 ? `The first ${interestFreeDays} days are free of interest. ` : '';
  const compared =
    payLater.needsComparisonRate && interestRateBasisPoints !== null
      ? ` The comparison rate is for ${defaultCampaignPeriodDays} days and leaves out the security registration fee, which is a government charge.`
      : '';
  const assumed = isRateAssumed
    ? ' It uses the usual interest rate. If another rate was agreed with your organisation, the interest differs.'
    : '';
  const words = 'An estimate only: interest is charged by the day, so the total depends on the day of repayment.';
  return <p className={classes.fineprint}>{`${free}${words}${assumed}${compared}`}</p>;
}

type FeeCalculatorProps = TypedProps & { terms: ShownTerms };

/** The cost of Pay Later, updated while the user types. */
export function FeeCalculator({ typed, onChange, terms }: FeeCalculatorProps) {
  const country = countryRules();
  const { smallestBudgetCents } = country.payLater;
  const { estimate, error } = useEstimate(typed, terms, country);
  const isTooSmall = (centsFromTyped(typed.budget) ?? smallestBudgetCents) < smallestBudgetCents;
  return (
    <div className={classes.calculator}>
      <Inputs typed={typed} onChange={onChange} />
      <div aria-live="polite">
        {isTooSmall && (
          <p className={classes.notice}>{`Pay Later is offered from ${moneyText(smallestBudgetCents)}.`}</p>
        )}
        {error && <p className={classes.notice}>{sentenceFor(error)}</p>}
        {estimate && <Lines estimate={estimate} terms={terms} />}
      </div>
      {estimate && <CostOverTime estimate={estimate} />}
      <Fineprint terms={terms} />
    </div>
  );
}
