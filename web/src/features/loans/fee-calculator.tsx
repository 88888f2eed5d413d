import { centsFromTyped } from '@kerb/domain/kernel/money.ts';
import type { PayLaterEstimate } from '@kerb/domain/loans/fees.ts';
import { Money, moneyText } from '@kerb/web/design/money.tsx';
import { MoneyInput, tidyAmount } from '@kerb/web/design/money-input.tsx';
import { CostOverTime } from '@kerb/web/features/loans/cost-over-time.tsx';
import classes from '@kerb/web/features/loans/fee-calculator.module.css';
import { estimateOf, type TypedTerms, termErrors } from '@kerb/web/features/loans/fee-estimate.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';

export const defaultBudget = '1000';

export function useTypedTerms(budget = defaultBudget) {
  const days = String(countryRules().defaultCampaignPeriodDays);
  return useState<TypedTerms>(() => ({ budget: tidyAmount(budget), additional: '', days }));
}

type TermsProps = { typed: TypedTerms; onChange: (typed: TypedTerms) => void };

function Inputs({ typed, onChange }: TermsProps) {
  const errors = termErrors(typed, countryRules());
  return (
    <div className={classes.inputs}>
      <MoneyInput
        label="Campaign Budget"
        data-autofocus
        value={typed.budget}
        error={errors.budget}
        onChange={(budget) => onChange({ ...typed, budget })}
      />
      <MoneyInput
        label="Additional Amount"
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

function Lines({ estimate, days }: { estimate: PayLaterEstimate; days: string }) {
  const lines = estimate.lines.filter(({ key, amountCents }) => amountCents > 0 || alwaysShown.includes(key));
  return (
    <table className={classes.lines}>
      <caption>Pay Later estimate</caption>
      <tbody>
        {lines.map(({ key, label, amountCents }) => (
          <tr key={key}>
            <th scope="row">{key === 'interest' ? `${label} over ${days} days` : label}</th>
            <td>
              <Money cents={amountCents} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Estimated Total</th>
          <td>
            <Money cents={estimate.totalCents} />
          </td>
        </tr>
        {estimate.comparisonRateBasisPoints !== null && (
          <tr className={classes.rate}>
            <th scope="row">Comparison Rate</th>
            <td>{`${percent(estimate.comparisonRateBasisPoints)} p.a.`}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

function Fineprint() {
  const { defaultCampaignPeriodDays } = countryRules();
  return (
    <p className={classes.fineprint}>
      {`An estimate only: interest is charged by the day, so the total depends on the day of repayment. The comparison rate is for ${defaultCampaignPeriodDays} days and leaves out the security registration fee, which is a government charge.`}
    </p>
  );
}

/** What Pay Later would cost, as one types. */
export function FeeCalculator({ typed, onChange }: TermsProps) {
  const country = countryRules();
  const { smallestBudgetCents } = country.payLater;
  const estimate = estimateOf(typed, country);
  const isTooSmall = (centsFromTyped(typed.budget) ?? smallestBudgetCents) < smallestBudgetCents;
  return (
    <div className={classes.calculator}>
      <Inputs typed={typed} onChange={onChange} />
      <div aria-live="polite">
        {isTooSmall && (
          <p className={classes.notice}>{`Pay Later is offered from ${moneyText(smallestBudgetCents)}.`}</p>
        )}
        {estimate && <Lines estimate={estimate} days={typed.days.trim()} />}
      </div>
      {estimate && <CostOverTime typed={typed} estimate={estimate} />}
      <Fineprint />
    </div>
  );
}
