import { type Day, daysBetween } from '@kerb/domain/kernel/dates.ts';
import type { LoanView } from '@kerb/domain/loans/loans.contract.ts';
import type { TimelineEvent } from '@kerb/domain/loans/timeline.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { longDay } from '@kerb/web/design/dates.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/loans/loan-timeline.module.css';
import { type CSSProperties, Fragment } from 'react';

const stateWords = { past: '', toCome: 'to come', off: 'will not be sent' } as const;

/**
 * A note says only whether a reminder is planned or off. Fixed dates cannot be switched off, so only future ones get a
 * note.
 */
const noteOf = ({ kind, state }: TimelineEvent): string =>
  kind === 'reminder' && state === 'past' ? 'sent' : stateWords[state];

/** A reminder has the same label as its occasion; the prefix tells them apart. */
const nameOf = ({ kind, label }: TimelineEvent): string => (kind === 'reminder' ? `Reminder: ${label}` : label);

type Balances = Pick<NonNullable<LoanView['balances']>, 'today' | 'atEnd'>;
type LoanTimelineProps = { events: readonly TimelineEvent[]; today: Day; balances?: Balances | null };

/** Accrued interest is owed. Future interest is an estimate and is shown as one. */
function Interest({ balances: { today, atEnd } }: { balances: Balances }) {
  if (today.accruedInterest + atEnd.estimatedInterest === 0) return null;
  return (
    <p className={classes.interest}>
      <span>
        <span className={classes.swatch} data-kind="accrued" aria-hidden="true" />
        {`Interest so far ${moneyText(today.accruedInterest)}`}
      </span>
      {atEnd.estimatedInterest > 0 && (
        <span>
          <span className={classes.swatch} data-kind="estimate" aria-hidden="true" />
          {`Estimated ahead ${moneyText(atEnd.estimatedInterest)} until ${longDay(atEnd.day)}`}
        </span>
      )}
    </p>
  );
}

/** A loan from its start to its longest end: past and future events, and today. */
export function LoanTimeline({ events, today, balances }: LoanTimelineProps) {
  // A date outside the loan is drawn at the end of the line. It does not move the start or the end.
  const first = events.find(({ kind }) => kind === 'start') ?? events[0];
  const last = events.find(({ kind }) => kind === 'end') ?? events.at(-1);
  if (!first || !last) return null;
  const length = Math.max(1, daysBetween(first.day, last.day));
  const at = (day: Day) => `${Math.min(100, Math.max(0, (100 * daysBetween(first.day, day)) / length))}%`;
  const day = daysBetween(first.day, today);
  const sentence = `Day ${Math.max(0, day)} of ${length}: from ${longDay(first.day)} to ${longDay(last.day)}.`;
  const end = balances?.atEnd.day;
  return (
    <figure className={classes.timeline}>
      <div className={classes.track} role="img" aria-label={`Loan timeline. ${sentence}`}>
        {end && <span className={classes.ahead} style={{ inlineSize: at(end) }} />}
        <span className={classes.passed} style={{ inlineSize: at(end && end < today ? end : today) }} />
        {events.map((event) => (
          <span
            key={`${event.kind} ${event.day} ${event.label}`}
            className={classes.event}
            data-kind={event.kind}
            data-state={event.state}
            style={{ insetInlineStart: at(event.day) }}
          />
        ))}
        <span className={classes.todayWord} style={{ '--at': at(today) } as CSSProperties}>
          Today
        </span>
        <span className={classes.today} style={{ insetInlineStart: at(today) }} />
      </div>
      {balances && <Interest balances={balances} />}
      <figcaption>{sentence}</figcaption>
      <dl className={classes.list}>
        {events.map((event) => (
          <Fragment key={`${event.kind} ${event.day} ${event.label}`}>
            <dt data-state={event.state}>
              <DateText value={event.day} style="short" />
            </dt>
            <dd data-state={event.state}>{[nameOf(event), noteOf(event)].filter(Boolean).join(', ')}</dd>
          </Fragment>
        ))}
      </dl>
    </figure>
  );
}
