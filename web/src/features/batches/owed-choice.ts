import type { OwedOrganisation, SomeFunds } from '@kerb/domain/batches/batches.contract.ts';
import { useMemo, useState } from 'react';

export type Choice = {
  isChosen: (row: OwedOrganisation) => boolean;
  mayChoose: (row: OwedOrganisation) => boolean;
  choose: (row: OwedOrganisation, isChosen: boolean) => void;
};

const add = (one: SomeFunds, other: SomeFunds): SomeFunds => ({
  campaigns: one.campaigns + other.campaigns,
  amount: one.amount + other.amount,
});

/** The amount that a batch would pay an organisation. */
export const payableOf = ({ due, toCome }: OwedOrganisation, includesToCome: boolean): SomeFunds =>
  includesToCome ? add(due, toCome) : due;

/** Every organisation that is due and can be paid is selected until the user deselects it. */
export function useOwedChoice(rows: readonly OwedOrganisation[] | undefined, includesToCome: boolean) {
  const [unmarked, setUnmarked] = useState<ReadonlySet<number>>(new Set());
  return useMemo(() => {
    const mayChoose = (row: OwedOrganisation) =>
      row.accountProblem === null && payableOf(row, includesToCome).amount > 0;
    const isChosen = (row: OwedOrganisation) => mayChoose(row) && !unmarked.has(row.tenant);
    const choose = ({ tenant }: OwedOrganisation, isMarked: boolean) => {
      const next = new Set(unmarked);
      if (isMarked) next.delete(tenant);
      else next.add(tenant);
      setUnmarked(next);
    };
    const chosen = (rows ?? []).filter(isChosen);
    const funds = chosen.map((row) => payableOf(row, includesToCome)).reduce(add, { campaigns: 0, amount: 0 });
    const choice: Choice = { isChosen, mayChoose, choose };
    return { choice, chosen, funds };
  }, [rows, includesToCome, unmarked]);
}
