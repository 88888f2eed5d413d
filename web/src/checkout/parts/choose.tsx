import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { Action, Buttons, Choices, Facts, Heading, Hello } from '@kerb/web/checkout/ui/ui.tsx';
import { sumOf } from '@kerb/web/checkout/words/money.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';

type Option = NonNullable<SentCheckout['option']>;
type Cost = SentCheckout['costs']['items'][number];

const waysOf = ({ costs }: SentCheckout, option: Option): Cost[] =>
  costs.items.filter(({ optionCode }) => optionCode === option);

/** The least that paying now costs; null if it is not offered. */
const nowOf = (checkout: SentCheckout): number | null => waysOf(checkout, 'pn')[0]?.total ?? null;

/** The cost after the usual time. */
const usualOf = (checkout: SentCheckout): Cost | undefined => {
  const ways = waysOf(checkout, 'pl');
  return ways.find(({ days }) => days === checkout.costs.usualDays) ?? ways[0];
};

function More({ checkout, total }: { checkout: SentCheckout; total: number }) {
  const now = nowOf(checkout);
  if (now === null || total <= now) return null;
  return <span className="more">{words.choose.more(words.money(sumOf(total, -now)))}</span>;
}

/** What one way of paying costs, in one or two short lines. */
function Price({ checkout, option }: { checkout: SentCheckout; option: Option }) {
  if (option === 'pl') {
    const usual = usualOf(checkout);
    if (!usual) return null;
    return (
      <>
        {words.choose.pl(words.money(usual.total), usual.days ?? 0)}
        <More checkout={checkout} total={usual.total} />
      </>
    );
  }
  const [first, ...others] = waysOf(checkout, option);
  if (!first) return null;
  if (option === 'pos') {
    return (
      <>
        {words.choose.pos(words.money(sumOf(first.total, -first.dueNow)))}
        <More checkout={checkout} total={first.total} />
      </>
    );
  }
  const dearest = Math.max(...others.map(({ total }) => sumOf(total, -first.total)), 0);
  return (
    <>
      {words.choose.pn}
      {dearest > 0 && <span>{words.choose.pnSurcharge(words.money(dearest))}</span>}
    </>
  );
}

const figureOf = (checkout: SentCheckout, option: Option): string | undefined => {
  if (option === 'pl') return words.choose.plNothingNow;
  const [first] = waysOf(checkout, option);
  if (!first) return undefined;
  const due = words.money(first.dueNow);
  return option === 'pos' ? words.choose.posToday(due) : due;
};

const shownDays = [30, 60, 90, 120];

const percent = (rate: number): string => `${rate}%`;

/** From which day paying later costs more than another way. */
function crossoverWords({ items, crossovers, longestDays }: SentCheckout['costs']): string[] {
  const upfront = crossovers.filter(({ than }) => than !== 'pos');
  if (upfront.length > 0 && upfront.every(({ fromDay }) => fromDay === 0)) return [words.choose.alwaysMore];
  const labelOf = (key: string) => words.said(items.find((item) => item.key === key)?.label ?? key);
  return crossovers.map(({ than, fromDay }) =>
    fromDay === null
      ? words.choose.neverMore(labelOf(than), longestDays)
      : words.choose.moreFrom(labelOf(than), fromDay),
  );
}

/** Each way of paying on each day, in dollars. */
function Comparison({ checkout }: { checkout: SentCheckout }) {
  const { costs, choices } = checkout;
  const later = waysOf(checkout, 'pl').filter(({ days }) => days !== null && shownDays.includes(days));
  const success = waysOf(checkout, 'pos')[0];
  const now = nowOf(checkout);
  return (
    <details className="more-box">
      <summary>{choices.length > 1 ? words.choose.compare : words.choose.compareOnly}</summary>
      {choices.includes('pn') && now !== null && (
        <>
          <h2>{words.choose.names.pn}</h2>
          <Facts rows={waysOf(checkout, 'pn').map(({ label, total }) => [words.said(label), words.money(total)])} />
        </>
      )}
      {success && (
        <>
          <h2>{words.choose.names.pos}</h2>
          <Facts
            rows={[
              [words.choose.owedToday, words.money(success.dueNow)],
              [words.choose.total, words.money(success.total)],
            ]}
          />
        </>
      )}
      {later.length > 0 && (
        <>
          <h2>{words.choose.names.pl}</h2>
          <Facts
            rows={[
              [words.choose.owedToday, words.choose.nothing],
              ...later.map(({ days, total }) => [words.choose.ifSold(days ?? 0), words.money(total)] as const),
            ]}
          />
          {crossoverWords(costs).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p>{words.choose.longest(costs.longestDays)}</p>
          <p>
            {words.choose.estimate}
            {typeof costs.interestRate === 'number' && ` ${words.choose.rate(percent(costs.interestRate))}`}
            {typeof costs.comparisonRate === 'number' &&
              ` ${words.choose.comparison(percent(costs.comparisonRate), costs.usualDays)}`}
          </p>
        </>
      )}
    </details>
  );
}

/** Records that the property and the campaign were seen, and the choice, in one go. */
function useContinue() {
  const { checkout, api, act } = useCheckout();
  return (option: Option) =>
    act(async ({ flow, version, option: chosen }) => {
      const reviewed = [...new Set([...flow.reviewed, 'review-property', 'review-campaign', 'choose-option'])];
      await api.call(pathOfCampaign(checkout, '/flow'), { method: 'PUT', body: { reviewed } });
      if (chosen === option) return;
      const body = { financeOptionCode: option };
      await api.call(pathOfCampaign(checkout, '/choose-option'), { method: 'POST', body, version });
    });
}

export function Choose() {
  const { checkout } = useCheckout();
  const { choices, option, organisation, purpose } = checkout;
  const [only, ...others] = choices;
  const isOnly = others.length === 0;
  const [picked, setPicked] = useState<Option | null>(option ?? (isOnly ? (only ?? null) : null));
  const [isMissing, setMissing] = useState(false);
  const choose = useContinue();
  const title =
    isOnly && only ? words.choose.titleOnly[only](words.money(nowOf(checkout) ?? checkout.amount ?? 0)) : null;
  return (
    <>
      <Hello />
      <Heading sub={words.choose.for(organisation.name, purpose)}>{title ?? words.choose.title}</Heading>
      {isOnly && only ? (
        <p className="price">
          {only !== 'pn' && <strong>{figureOf(checkout, only)}</strong>}
          <Price checkout={checkout} option={only} />
        </p>
      ) : (
        <Choices
          legend={words.choose.title}
          isLegendHidden
          name="option"
          value={picked}
          onChange={(value) => {
            setMissing(false);
            setPicked(value);
          }}
          error={isMissing ? words.choose.pick : undefined}
          choices={choices.map((code) => ({
            value: code,
            label: words.choose.names[code],
            more: <Price checkout={checkout} option={code} />,
            figure: figureOf(checkout, code),
          }))}
        />
      )}
      <Comparison checkout={checkout} />
      <Buttons>
        <Action onPress={() => (picked ? choose(picked) : setMissing(true))}>{words.choose.go}</Action>
      </Buttons>
      {!isOnly && <p className="quiet">{words.choose.free}</p>}
    </>
  );
}
