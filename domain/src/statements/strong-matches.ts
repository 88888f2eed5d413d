import type { MatchOutcome, MatchStrength } from '@kerb/domain/statements/propose-matches.ts';

type Proposed = {
  agreement: number;
  strength: MatchStrength;
  outcome: MatchOutcome;
  refusal: string | null;
  recorded: object | null;
  /** Not null: the money came into the wrong account, which a person should see. */
  rightAccount?: string | null;
};

export type StrongMatch<Line, Proposal> = { line: Line; proposal: Proposal };

/** The one campaign that a line clearly pays: a strong match, paid exactly, with no question left to a person. */
function clearMatch<Proposal extends Proposed>(proposals: readonly Proposal[]): Proposal | null {
  const strong = proposals.filter(({ strength }) => strength === 'strong');
  const [only] = strong;
  if (!only || strong.length > 1) return null;
  if (only.rightAccount) return null;
  return only.outcome === 'exact' && only.refusal === null && only.recorded === null ? only : null;
}

/**
 * The lines that can be accepted together. Two lines for one campaign are left to a person: after the first, the second
 * would be money that is not due.
 */
export function strongMatches<Proposal extends Proposed, Line extends { proposals: readonly Proposal[] }>(
  lines: readonly Line[],
): StrongMatch<Line, Line['proposals'][number]>[] {
  const found = lines.flatMap((line) => {
    const proposal = clearMatch<Line['proposals'][number]>(line.proposals);
    return proposal ? [{ line, proposal }] : [];
  });
  const byCampaign = Map.groupBy(found, ({ proposal }) => proposal.agreement);
  return found.filter(({ proposal }) => byCampaign.get(proposal.agreement)?.length === 1);
}
