import { allow, type Decision, fieldError, refuseFields } from '@kerb/domain/kernel/decision.ts';

/** The acts that wait until a second admin confirms them. Batches and bank accounts have their own tables. */
export const actKinds = [
  'make-admin',
  'admin-email',
  'admin-second-factor',
  'discard-batch',
  'erase-payer',
  'dispose-due',
  'rate',
  'write-off',
] as const;
export type ActKind = (typeof actKinds)[number];

/** The acts that change an account. They end when the account is disabled, closed or gets another role. */
export const actsAboutUsers = [
  'make-admin',
  'admin-email',
  'admin-second-factor',
] as const satisfies readonly ActKind[];

export const actOutcomes = ['done', 'refused', 'withdrawn', 'expired', 'ended'] as const;
export type ActOutcome = (typeof actOutcomes)[number];
export const actOutcomeLabels: Record<ActOutcome, string> = {
  done: 'Confirmed',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  ended: 'Ended',
};

/** How long an act waits. */
export const actDays = 7;

type Act = {
  label: string;
  /** What is asked for, after '{name} has asked'. */
  asked: (subject: string) => string;
  /** What the person who asks must write, and under which label. */
  reason: { label: string; missing: string };
  /** What the second person must write; null if nothing. */
  note: { label: string; missing: string } | null;
};

const why = { label: 'Reason', missing: 'Write why, for the person who confirms it.' };

// biome-ignore format: a table
export const acts: Record<ActKind, Act> = {
  'make-admin':          { label: 'Make someone an admin',           asked: (who) => `to make ${who} an admin`,                      reason: why, note: null },
  'admin-email':         { label: 'Change an admin’s email address', asked: (who) => `to change the email address of ${who}`,        reason: why, note: null },
  'admin-second-factor': { label: 'Reset an admin’s two-step login', asked: (who) => `to reset the two-step login of ${who}`,        reason: { label: 'How did you recognise this person?', missing: 'Write how you recognised this person.' }, note: null },
  'discard-batch':       { label: 'Discard a downloaded batch',      asked: (which) => `to discard ${which}, whose bank file was downloaded`, reason: why, note: { label: 'How do you know that the bank has not taken the file?', missing: 'Write how you know that the bank has not taken the file.' } },
  'erase-payer':         { label: 'Erase a payer’s personal data',   asked: (who) => `to erase the personal data of ${who}`,          reason: { label: 'Who asked for it, and how do you know?', missing: 'Write who asked for it, and how you know that it was them.' }, note: null },
  'rate':                { label: 'Change rates and fees',           asked: (what) => `to change ${what}`,                            reason: why, note: null },
  'write-off':           { label: 'Write off a loan',                asked: (which) => `to write off the loan of ${which}`,           reason: { label: 'Why can it not be collected?', missing: 'Write why it cannot be collected.' }, note: null },
  'dispose-due':         { label: 'Erase data whose time is over',   asked: (who) => `to erase the personal data of ${who}`,          reason: why, note: null },
};

const shortestText = 3;

/** Whether the words that go with an act are there. `field` is where the message is shown. */
export function decideWords(
  wanted: { missing: string } | null,
  field: string,
  typed: string | null | undefined,
): Decision<string> {
  const words = (typed ?? '').trim();
  if (wanted !== null && words.length < shortestText) return refuseFields(fieldError(field, 'missing', wanted.missing));
  return allow(words);
}
