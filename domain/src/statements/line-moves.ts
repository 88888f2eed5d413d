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

export const isGoingOut = (amountCents: Cents): boolean => amountCents < 0;

/** Decides a move of a line. The screen shows the possible moves; the server checks again with the line locked. */
export function decideLineMove({ state }: { state: LineState }, name: LineMove): Decision<LineState> {
  if (state !== lineMoves[name].from) {
    return refuse('line-moved-on', `This line is ${lineStateLabels[state].toLowerCase()} already.`);
  }
  return allow(lineMoves[name].to);
}

/** Only money that came in pays for a campaign. */
export const decidePays = ({ amountCents }: { amountCents: Cents }): Decision<null> =>
  isGoingOut(amountCents) ? refuse('line-going-out', 'This money went out: it pays for no campaign.') : allow(null);
