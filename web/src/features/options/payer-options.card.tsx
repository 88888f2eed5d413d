import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { choiceWords, decideChoice } from '@kerb/domain/options/choice.ts';
import type { CampaignCosts, CampaignOptions } from '@kerb/domain/options/options.contract.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { longDay } from '@kerb/web/design/dates.ts';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { MoneyLock } from '@kerb/web/features/campaigns/money-lock.tsx';
import { CostComparison } from '@kerb/web/features/options/cost-comparison.tsx';
import { optionFactsOf, optionMeaning } from '@kerb/web/features/options/option-facts.ts';
import classes from '@kerb/web/features/options/options.module.css';
import { optionQueries, useOptionChanges } from '@kerb/web/features/options/options.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

/** The cost and the day of each offered option, then the choice. */
export function PayerOptionsCard({ record }: { record: Versioned<Agreement> }) {
  const { id } = record.value;
  const options = useQuery(optionQueries.of(id));
  const costs = useQuery(optionQueries.costs(id));
  const error = options.error ?? costs.error;
  const data = options.data && costs.data && { options: options.data, costs: costs.data };
  return (
    <Surface title="How would you like to pay?">
      <Loaded data={data} error={error} onRetry={() => void Promise.all([options.refetch(), costs.refetch()])}>
        {(both) => <Choices record={record} {...both} />}
      </Loaded>
    </Surface>
  );
}

type ChoicesProps = { record: Versioned<Agreement>; options: CampaignOptions; costs: CampaignCosts };

function Choices({ record, options, costs }: ChoicesProps) {
  const facts = optionFactsOf(record.value, options);
  const open = options.items.filter(({ optionCode }) => decideChoice(facts, optionCode, countryRules()).ok);
  const { chosen } = options;
  // If only Pay Upfront is offered there is no choice: it can be paid at once.
  const isOnlyUpfront = options.items.length === 1 && options.items[0]?.optionCode === 'pn';
  if (open.length === 0) {
    return <p className={classes.meaning}>{record.value.tenantName} has not offered a way to pay yet.</p>;
  }
  return (
    <div className={classes.panel}>
      {chosen && (
        <p className={classes.selected} role="status">
          {choiceWords(chosen)}
          {!facts.hasMoney && open.length > 1 && ' You can change this until your application is approved or paid.'}
        </p>
      )}
      <MoneyLock agreement={record.value} standing="vendor" />
      <ul className={classes.choices}>
        {open.map(({ optionCode }) => (
          <Choice
            key={optionCode}
            code={optionCode}
            isChosen={optionCode === chosen}
            isOnly={isOnlyUpfront}
            {...{ record, options, costs }}
          />
        ))}
      </ul>
      {!facts.hasMoney && (
        <details className={classes.more}>
          <summary>Compare every way of paying</summary>
          <CostComparison costs={costs} />
        </details>
      )}
    </div>
  );
}

/** The amount and the day of an option, in one sentence that fits on a phone. */
function figuresOf(
  code: FinanceOptionCode,
  { items, usualDays }: CampaignCosts,
  hasMoney: boolean,
): { amount: number; words: string } {
  const ways = items.filter(({ optionCode }) => optionCode === code);
  const [first, ...others] = ways;
  if (code === 'pl') {
    const usual = ways.find(({ days }) => days === usualDays) ?? first;
    const day = usual?.dueDate ? `, repaid on ${longDay(usual.dueDate)}` : '';
    return { amount: usual?.total ?? 0, words: `estimated if your sale takes ${usual?.days} days${day}` };
  }
  if (code === 'pos') {
    return {
      amount: first?.total ?? 0,
      words: `in total: ${moneyText(first?.dueNow ?? 0)} now, the rest when it sells`,
    };
  }
  if (hasMoney) return { amount: first?.total ?? 0, words: 'in all. What is still to pay is under ‘Payment’.' };
  const dearest = Math.max(...others.map(({ total }) => total), 0);
  const byCard = dearest > 0 ? `, or up to ${moneyText(dearest)} by card` : '';
  return { amount: first?.total ?? 0, words: `today by bank transfer${byCard}` };
}

type ChoiceProps = ChoicesProps & { code: FinanceOptionCode; isChosen: boolean; isOnly: boolean };

function Choice({ code, isChosen, isOnly, record, costs }: ChoiceProps) {
  const heading = useId();
  const { choose } = useOptionChanges(record.value.id);
  const label = financeOptionLabels[code];
  const { amount, words } = figuresOf(code, costs, record.value.hasMoney);
  const take = async () => {
    try {
      await withProgress(savingText, () => choose(code, record.version));
      toast.success('Saved');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <li className={classes.choice} data-chosen={isChosen || undefined} aria-labelledby={heading}>
      <h3 id={heading}>{label}</h3>
      <p className={classes.amount}>
        <strong>{moneyText(amount)}</strong> {words}
      </p>
      <p className={classes.meaning}>{optionMeaning(code).payer}</p>
      {isChosen && <span className={classes.chosen}>Your choice</span>}
      {!isChosen && !isOnly && (
        <Button variant="default" onClick={() => void take()}>
          Choose {label}
        </Button>
      )}
    </li>
  );
}
