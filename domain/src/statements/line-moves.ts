import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

export const lineStates = ['unmatched', 'matched', 'ignored'] as const;
export type LineState = (typeof lineStates)[number];
export const lineStateLabels: Record<LineState, string> = {
  unmatched: 'Unmatched',
  matched: 'Matched',
  ignored: 'Ignored',
};

/** The moves of a statement line: it has exactly one state, and each move can be undone. */
// biome-ignore format: a table
export const lineMoves = {
  accept:  { from: 'unmatched', to: 'matched'   },
  undo:    { from: 'matched',   to: 'unmatched' },
  ignore:  { from: 'unmatched', to: 'ignored'   },
  restore: { from: 'ignored',   to: 'unmatched' },
} as const satisfies Record<string, { from: LineState; to: LineState }>;
export type LineMove = keyof typeof lineMoves;

/** The reason with which outgoing money is ignored from the start. */
export const goingOut = 'Money going out';
export const isGoingOut = (amountCents: Cents): boolean => amountCents < 0;

export const stateAtFirst = (amountCents: Cents): LineState => (isGoingOut(amountCents) ? 'ignored' : 'unmatched');

type Facts = { state: LineState; amountCents: Cents };

/** Decides a move of a line. The screen shows the possible moves; the server checks again with the line locked. */
export function decideLineMove({ state, amountCents }: Facts, name: LineMove): Decision<LineState> {
  if (isGoingOut(amountCents)) return refuse('line-going-out', 'This money went out: it pays for no campaign.');
  if (state !== lineMoves[name].from) {
    return refuse('line-moved-on', `This line is ${lineStateLabels[state].toLowerCase()} already.`);
  }
  return allow(lineMoves[name].to);
}
