import { keepTablesReachable } from '@kerb/web/design/reachable-tables.ts';
import { beforeAll, expect, it } from 'vitest';

beforeAll(keepTablesReachable);

/** A box as wide as given, with a table of 900 px. */
function aBox(width: number, cell: string): HTMLElement {
  document.body.innerHTML = `<div><table><caption>Postings</caption><tbody><tr><td>${cell}</td></tr></tbody></table></div>`;
  const box = document.body.firstElementChild as HTMLElement;
  Object.defineProperty(box, 'scrollWidth', { value: 900 });
  Object.defineProperty(box, 'clientWidth', { value: width, configurable: true });
  return box;
}
const tab = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
const isReachable = (box: HTMLElement) => box.tabIndex === 0;

it('puts a wide table without a link into the order of the Tab key, with its name', () => {
  const box = aBox(390, '$5');
  tab();
  expect([isReachable(box), box.getAttribute('role'), box.getAttribute('aria-label')]).toEqual([
    true,
    'region',
    'Postings',
  ]);
  Object.defineProperty(box, 'clientWidth', { value: 900 });
  tab();
  expect([isReachable(box), box.getAttribute('role')]).toEqual([false, null]);
});

it.each([
  ['that fits', 900, '$5'],
  ['that has a link', 390, '<a href="/books">$5</a>'],
  ['that has a button', 390, '<button>Open</button>'],
])('leaves a table alone %s', (_what, width, cell) => {
  const box = aBox(width, cell);
  tab();
  expect(isReachable(box)).toBe(false);
});
