import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import classes from '@kerb/web/features/loans/share-bar.module.css';

export const shareText = (basisPoints: number): string => `${(basisPoints / 100).toFixed(2)}%`;

type ShareBarProps = {
  label: string;
  /** In hundredths of a per cent; null if unknown. */
  basisPoints: number | null;
  /** The end of the bar; a larger share fills it. */
  scalePerCent: number;
  /** The limits, each with its own line. */
  marks: readonly number[];
  tone: Tone;
  /** The bar in words, for screen readers. */
  sentence: string;
};

/** A share as the length of a bar, with lines for its limits. */
export function ShareBar({ label, basisPoints, scalePerCent, marks, tone, sentence }: ShareBarProps) {
  const at = (perCent: number) => `${Math.min(100, (100 * perCent) / scalePerCent)}%`;
  return (
    <figure className={classes.share}>
      <figcaption className={classes.caption}>
        <span>{label}</span>
        <strong className={classes.figure} data-tone={tone}>
          {basisPoints === null ? '–' : shareText(basisPoints)}
        </strong>
      </figcaption>
      <div className={classes.track} role="img" aria-label={`${label}. ${sentence}`}>
        {basisPoints !== null && (
          <span className={classes.fill} data-tone={tone} style={{ inlineSize: at(basisPoints / 100) }} />
        )}
        {marks.map((perCent) => (
          <span key={perCent} className={classes.mark} style={{ insetInlineStart: at(perCent) }} />
        ))}
      </div>
      <div className={classes.scale} aria-hidden="true">
        {marks.map((perCent) => (
          <span key={perCent} style={{ insetInlineStart: at(perCent) }}>{`${perCent}%`}</span>
        ))}
      </div>
    </figure>
  );
}
