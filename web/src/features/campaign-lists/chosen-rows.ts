import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { createStore } from '@kerb/web/platform/store.ts';

export type ChosenRow = Pick<AgreementRow, 'id' | 'name' | 'tenant' | 'actionSuggested'>;
type Chosen = ReadonlyMap<number, ChosenRow>;

/** The selected campaigns of the list on the screen, also those of other pages. */
export const chosenRows = createStore<Chosen>(new Map());

export const clearChosen = (): void => chosenRows.set(new Map());

export function choose(rows: readonly ChosenRow[], isChosen: boolean): void {
  const next = new Map(chosenRows.get());
  for (const row of rows) {
    if (isChosen) next.set(row.id, row);
    else next.delete(row.id);
  }
  chosenRows.set(next);
}
