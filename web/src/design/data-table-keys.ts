import { isInPopup, isTyping, singleKeys } from '@kerb/web/platform/keys.ts';
import { createContext, type RefObject, use, useEffect, useRef, useState } from 'react';

/** The tabIndex of a row's link: arrow keys move between rows, so Tab stops at only one row. */
const RowTabIndex = createContext<number | undefined>(undefined);
export const RowTabIndexProvider = RowTabIndex;
export const useRowTabIndex = (): number | undefined => use(RowTabIndex);

type RowKey = string | number;
type Step = 1 | -1;

// biome-ignore format: a table
const moves: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  j:         (at, last) => Math.min(at + 1, last),
  ArrowUp:   (at) => Math.max(at - 1, 0),
  k:         (at) => Math.max(at - 1, 0),
  Home:      () => 0,
  End:       (_at, last) => last,
};
const pageSteps: Record<string, Step> = { PageDown: 1, PageUp: -1 };
const letters = ['j', 'k'];

const rowsOf = (table: HTMLTableElement): HTMLTableRowElement[] => [...(table.tBodies[0]?.rows ?? [])];
const linkOf = (row: Element | null | undefined): HTMLAnchorElement | null => row?.querySelector('a') ?? null;
const rowAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('tbody tr') : null;

/** Returns false if there is no such page. */
type OnPage = (step: Step) => boolean;
type Keyed = { table: HTMLTableElement; current: number; onPage: OnPage };

function onRowKey(event: KeyboardEvent, { table, current, onPage }: Keyed): void {
  if (event.defaultPrevented || event.altKey || event.shiftKey || isTyping(event.target)) return;
  const isInTable = table.contains(event.target as Node);
  const row = isInTable ? rowAt(event.target) : null;
  if (event.ctrlKey || event.metaKey) {
    const link = event.key === 'Enter' && linkOf(row);
    if (!link) return;
    event.preventDefault();
    open(link.href, '_blank', 'noopener');
    return;
  }
  // Outside the table the arrow keys scroll the page as usual; the letter keys work from anywhere.
  const comesIn = letters.includes(event.key) && singleKeys.get() && !isInPopup(event.target);
  if (!isInTable && !comesIn) return;
  const step = pageSteps[event.key];
  const move = moves[event.key];
  if (!step && !move) return;
  event.preventDefault();
  if (step) onPage(step);
  const rows = rowsOf(table);
  if (move) linkOf(rows[row ? move(rows.indexOf(row as HTMLTableRowElement), rows.length - 1) : current])?.focus();
}

type RowKeys = { keys: readonly RowKey[]; startAt: RowKey | undefined; onPage: OnPage | undefined };

/**
 * Moves between a table's rows by keyboard. The focus is on the row's link, so Enter opens it. The first link of a row
 * counts as the row's link.
 */
export function useRowKeys(table: RefObject<HTMLTableElement | null>, { keys, startAt, onPage }: RowKeys) {
  const [cursor, setCursor] = useState(startAt);
  const current = cursor === undefined ? 0 : Math.max(0, keys.indexOf(cursor));
  const isTurning = useRef(false);
  const latest = useRef({ current, onPage });
  latest.current = { current, onPage };
  const isOn = onPage !== undefined;

  useEffect(() => {
    if (!isOn) return;
    const turn = (step: Step) => {
      isTurning.current = latest.current.onPage?.(step) ?? false;
      return isTurning.current;
    };
    const onKey = (event: KeyboardEvent) => {
      if (table.current) onRowKey(event, { table: table.current, current: latest.current.current, onPage: turn });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn, table]);

  const shown = keys.join();
  // The focused link disappeared with the old page: focus the first row of the new page.
  useEffect(() => {
    if (!isTurning.current || shown === '' || !table.current) return;
    isTurning.current = false;
    const focused = document.activeElement;
    if (focused === document.body || table.current.contains(focused)) linkOf(rowsOf(table.current)[0])?.focus();
  }, [shown, table]);

  return { current: isOn ? current : null, setCursor };
}
