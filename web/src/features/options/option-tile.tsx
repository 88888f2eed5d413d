import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { decideInterestFree, interestFreeState, toggleOf } from '@kerb/domain/options/option-rules.ts';
import type { CampaignCosts, CampaignOptions } from '@kerb/domain/options/options.contract.ts';
import { dueNowDisplay } from '@kerb/domain/payments/amount-due.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { shortDay } from '@kerb/web/design/dates.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { optionFactsOf, optionMeaning } from '@kerb/web/features/options/option-facts.ts';
import classes from '@kerb/web/features/options/options.module.css';
import { PayOnSuccessNotes } from '@kerb/web/features/options/pay-on-success-notes.tsx';
import { useInterestFreeSwitch, useOptionSwitch } from '@kerb/web/features/options/switches.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { useId } from 'react';

type OptionTileProps = {
  code: FinanceOptionCode;
  record: Versioned<Agreement>;
  standing: Standing;
  options: CampaignOptions;
  costs: CampaignCosts | undefined;
};

/** One option: its description, its cost, and whether it is offered to the payer. */
export function OptionTile({ code, record, standing, options, costs }: OptionTileProps) {
  const heading = useId();
  const facts = optionFactsOf(record.value, options);
  const { isOffered, mayToggle, message } = toggleOf(facts, code, standing, countryRules());
  const [isOn, turn] = useOptionSwitch(record.value.id, code, isOffered);
  const label = financeOptionLabels[code];
  return (
    <section className={classes.tile} data-off={!isOn || undefined} aria-labelledby={heading}>
      <div className={classes.tileHead}>
        <h3 id={heading}>{label}</h3>
        <ToggleSwitch label={`Offer ${label}`} isLabelHidden checked={isOn} disabled={!mayToggle} onChange={turn} />
      </div>
      <p className={classes.meaning}>{optionMeaning(code).staff}</p>
      {isOffered && costs && <Price code={code} costs={costs} />}
      {message && <p className={classes.message}>{message}</p>}
      {code === 'pos' && <PayOnSuccessNotes {...{ record, standing, isOffered }} />}
      {code === 'pl' && isOffered && <InterestFree {...{ record, standing, options }} />}
    </section>
  );
}

/** The one figure that distinguishes an option. */
function Price({ code, costs }: { code: FinanceOptionCode; costs: CampaignCosts }) {
  const ways = costs.items.filter(({ optionCode }) => optionCode === code);
  const [first] = ways;
  if (!first) return null;
  const usual = ways.find(({ days }) => days === costs.usualDays) ?? first;
  // biome-ignore format: a table
  const figures: Record<FinanceOptionCode, [amount: number, words: string]> = {
    pn:  [dueNowDisplay(countryRules(), today(), first.dueNow), 'due now'],
    pos: [first.dueNow, 'service fee now'],
    pl:  [usual.total, `estimated after ${usual.days} days`],
  };
  const [amount, words] = figures[code];
  return (
    <p className={classes.price}>
      <strong>{moneyText(amount)}</strong> {words}
    </p>
  );
}

function InterestFree({ record, standing, options }: Pick<OptionTileProps, 'record' | 'standing' | 'options'>) {
  const facts = optionFactsOf(record.value, options);
  const own = options.available?.find(({ optionCode }) => optionCode === 'pl');
  const isFree = options.items.some((item) => item.optionCode === 'pl' && item.interestFreeOffered);
  const [isOn, turn] = useInterestFreeSwitch(record.value, isFree);
  const state = interestFreeState(facts);
  if (!own || (state === 'none' && !isFree)) return null;
  const { interestFreeDays: days, interestFreeOfferExpiryDate: end } = own;
  return (
    <div className={classes.interestFree}>
      <ToggleSwitch
        label="Interest-free offer"
        checked={isOn}
        disabled={!decideInterestFree(facts, !isOn, standing).ok}
        onChange={turn}
      />
      <span className={classes.when}>
        {days} days without interest{end && `, ${state === 'ended' ? 'ended' : 'until'} ${shortDay(end)}`}
      </span>
    </div>
  );
}
