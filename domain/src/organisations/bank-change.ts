import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, fieldError, refuseFields } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

/** How long a confirmed bank account waits, so that the organisation can stop a change that it did not ask for. */
export const coolingOffHours = 24;

export const takesEffectFrom = (confirmed: Moment): Moment => addMinutes(confirmed, coolingOffHours * 60);

export const callBackField = 'callBackNote';
export const callBackLabel = 'Call-back note';
export const callBackHint =
  'Call the organisation on a number that you knew before this request. Write whom you called, on which number, and when.';

const [shortestNote, longestNote] = [10, 1_000];

/** The person who confirms a bank account has called the organisation, and says whom. */
export function decideCallBack(typed: string | undefined): Decision<string> {
  const note = (typed ?? '').trim();
  if (note.length < shortestNote) {
    const because = 'Write whom you called, on which number, and when.';
    return refuseFields(fieldError(callBackField, note === '' ? 'missing' : 'stringLengthTooShort', because));
  }
  if (note.length > longestNote) {
    return refuseFields(fieldError(callBackField, 'stringLengthTooLong', fieldWords.atMost(longestNote)));
  }
  return allow(note);
}

/** What is shown, and logged, of an account number in a message: its last three digits. */
export const maskedNumber = (accountNumber: string): string => `•••${accountNumber.slice(-3)}`;
