import { ageLabels, dashboardBuckets } from '@kerb/domain/dashboard/buckets.ts';
import { agesOldestFirst, type Bar, type Chosen, type Segment } from '@kerb/web/features/dashboard/pipeline.ts';
import classes from '@kerb/web/features/dashboard/pipeline-bars.module.css';
import { Skeleton } from '@mantine/core';

type OnChoose = (chosen: Chosen) => void;
type BarsProps = { bars: readonly Bar[]; chosen: Chosen | null; onChoose: OnChoose };

const campaigns = (count: number) => `${count} ${count === 1 ? 'campaign' : 'campaigns'}`;

type SegmentProps = { bar: Bar; segment: Segment; isChosen: boolean; onChoose: OnChoose };

function SegmentButton({ bar: { bucket }, segment: { age, waiting }, isChosen, onChoose }: SegmentProps) {
  const count = waiting.length;
  return (
    <button
      type="button"
      className={classes.segment}
      data-age={age}
      style={{ flexGrow: count }}
      aria-pressed={isChosen}
      aria-label={`${bucket.label}, ${ageLabels[age]}: ${campaigns(count)}`}
      title={`${ageLabels[age]}: ${campaigns(count)}`}
      onClick={() => onChoose({ bar: bucket.status, age })}
    >
      {count}
    </button>
  );
}

function Legend() {
  return (
    <ul className={classes.legend} aria-label="Ages">
      {agesOldestFirst.map((age) => (
        <li key={age}>
          <span className={classes.swatch} data-age={age} aria-hidden="true" />
          {ageLabels[age]}
        </li>
      ))}
    </ul>
  );
}

/** Waiting campaigns by status and age: length by number, colour by age, with the number on each segment. */
export function PipelineBars({ bars, chosen, onChoose }: BarsProps) {
  const longest = Math.max(1, ...bars.map(({ total }) => total));
  return (
    <>
      <ul className={classes.bars}>
        {bars.map((bar) => (
          <li key={bar.bucket.status} className={classes.row}>
            <span className={classes.name}>{bar.bucket.label}</span>
            <span className={classes.total}>{bar.total}</span>
            <div className={classes.track}>
              {bar.total === 0 ? (
                <span className={classes.none}>None</span>
              ) : (
                <div className={classes.bar} style={{ width: `max(${(100 * bar.total) / longest}%, 8.5rem)` }}>
                  {bar.segments.map((segment) => (
                    <SegmentButton
                      key={segment.age}
                      bar={bar}
                      segment={segment}
                      isChosen={chosen?.bar === bar.bucket.status && (chosen.age ?? segment.age) === segment.age}
                      onChoose={onChoose}
                    />
                  ))}
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Legend />
    </>
  );
}

/** Everything except the numbers, which are loading, so that nothing moves. */
export function PipelineSkeleton() {
  return (
    <div aria-busy="true">
      <div className={classes.words}>
        <Skeleton height={14} width="60%" />
      </div>
      <ul className={classes.bars}>
        {dashboardBuckets.map(({ label }) => (
          <li key={label} className={classes.row}>
            <span className={classes.name}>{label}</span>
            <span className={classes.total}>&nbsp;</span>
            <div className={classes.track}>
              <Skeleton height={40} radius="md" />
            </div>
          </li>
        ))}
      </ul>
      <Legend />
    </div>
  );
}
