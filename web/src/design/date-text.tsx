import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { exactly, fromNow, longDay, shortDay, timeOfDay } from '@kerb/web/design/dates.ts';
import classes from '@kerb/web/design/figures.module.css';
import { today } from '@kerb/web/platform/clock.ts';

type DateStyle = 'long' | 'short' | 'relative' | 'time';

const writers: Record<DateStyle, (value: Day | Moment) => string> = {
  long: longDay,
  short: shortDay,
  relative: (value) => fromNow(value, today()),
  // A line must not break within the time.
  time: (value) => `${shortDay(value)}, ${timeOfDay(value).replace(' ', '\u00a0')}`,
};

/** A day or a moment in readable form, with the exact value on hover; a dash if there is none. */
export function DateText({ value, style = 'long' }: { value: Day | Moment | null | undefined; style?: DateStyle }) {
  if (!value) return <span className={classes.none}>–</span>;
  return (
    <time dateTime={value} title={exactly(value)} className={classes.day}>
      {writers[style](value)}
    </time>
  );
}
