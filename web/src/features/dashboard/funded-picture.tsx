import type { Funded } from '@kerb/domain/dashboard/dashboard.contract.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import {
  type FundedMonth,
  monthName,
  monthText,
  shortMoneyText,
  topOf,
} from '@kerb/web/features/dashboard/funded-figures.ts';
import classes from '@kerb/web/features/dashboard/funded-picture.module.css';
import { VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';

type Year = 'this' | 'last';

function Bar({ year, cents, top }: { year: Year; cents: Cents; top: Cents }) {
  return (
    <span
      className={classes.bar}
      data-year={year}
      data-empty={cents === 0 || undefined}
      style={{ height: top === 0 ? 0 : `${(100 * cents) / top}%` }}
    />
  );
}

type MonthProps = {
  item: FundedMonth;
  top: Cents;
  text: string;
  group: string;
  isChosen: boolean;
  onChoose: () => void;
  onLook: (isLooking: boolean) => void;
};

/** A month is a radio button that looks like its two bars. A tap or an arrow key shows its text below the chart. */
function MonthBars({ item, top, text, group, isChosen, onChoose, onLook }: MonthProps) {
  const name = monthName(item.month);
  return (
    <label className={classes.month} onPointerEnter={() => onLook(true)} onPointerLeave={() => onLook(false)}>
      <input
        type="radio"
        className={classes.radio}
        name={group}
        value={item.month}
        checked={isChosen}
        onChange={onChoose}
        aria-label={text}
      />
      <span className={classes.bars} aria-hidden="true">
        <Bar year="last" cents={item.lastYearTotal} top={top} />
        <Bar year="this" cents={item.total} top={top} />
      </span>
      <span className={classes.name} aria-hidden="true">
        {name.slice(0, 1)}
        <span className={classes.rest}>{name.slice(1, 3)}</span>
      </span>
    </label>
  );
}

function Legend({ label, lastYear }: Pick<Funded, 'label' | 'lastYear'>) {
  return (
    <ul className={classes.legend} aria-label="Years">
      <li>
        <span className={classes.swatch} data-year="last" aria-hidden="true" />
        {lastYear.label}
      </li>
      <li>
        <span className={classes.swatch} data-year="this" aria-hidden="true" />
        {label}
      </li>
    </ul>
  );
}

/** This financial year against the last, month by month. */
export function FundedPicture({ label, asOf, lastYear, months }: Funded) {
  const group = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const find = (month: string | null) => months.find((item) => item.month === month);
  const current = find(chosen) ?? find(asOf.slice(0, 7)) ?? months[0];
  const read = find(lookedAt) ?? current;
  const top = topOf(months);
  // Show the month chosen last, also by keyboard while the pointer is over another month.
  const choose = (month: string) => {
    setChosen(month);
    setLookedAt(null);
  };
  return (
    <>
      <fieldset className={classes.picture}>
        <VisuallyHidden component="legend">{`Funded by month, ${label} against ${lastYear.label}`}</VisuallyHidden>
        <span className={classes.top} aria-hidden="true">
          {top > 0 && shortMoneyText(top)}
        </span>
        <div className={classes.months}>
          {months.map((item) => (
            <MonthBars
              key={item.month}
              item={item}
              top={top}
              text={monthText(item, asOf)}
              group={group}
              isChosen={item === current}
              onChoose={() => choose(item.month)}
              onLook={(isLooking) => setLookedAt(isLooking ? item.month : null)}
            />
          ))}
        </div>
      </fieldset>
      <p className={classes.readout}>{read && monthText(read, asOf)}</p>
      <Legend label={label} lastYear={lastYear} />
    </>
  );
}
