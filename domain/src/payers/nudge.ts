import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

/** A payer who has not opened their link for so many days can be reminded, and again after as many. */
export const nudgeDays = 3;

type Nudged = {
  sentDate: Moment | null;
  openedDate: Moment | null;
  nudgedDate: Moment | null;
  signatureDate: Moment | null;
};

const isRecent = (date: Moment, now: Moment): boolean => addMinutes(date, nudgeDays * 24 * 60) > now;

/** Whether staff may remind a payer now. */
export function decideNudge({ sentDate, openedDate, nudgedDate, signatureDate }: Nudged, now: Moment): Decision<null> {
  if (signatureDate !== null) return refuse('nudge-not-needed', 'This payer has signed.');
  if (sentDate === null) return refuse('nudge-not-sent', 'This payer has not been sent a Payment URL yet.');
  if (openedDate !== null) return refuse('nudge-not-needed', 'This payer has opened the link.');
  if (isRecent(sentDate, now)) return refuse('nudge-too-early', `The link was sent less than ${nudgeDays} days ago.`);
  if (nudgedDate !== null && isRecent(nudgedDate, now)) {
    return refuse('nudge-too-early', `This payer was reminded less than ${nudgeDays} days ago.`);
  }
  return allow(null);
}
