const focusable = 'a[href], button, input, select, textarea, [tabindex]';

/** Whether a table is wider than its box, and nothing in it can take the focus. */
const isOutOfReach = (box: HTMLElement): boolean =>
  box.scrollWidth > box.clientWidth && box.querySelector(focusable) === null;

function update(table: HTMLTableElement): void {
  const box = table.parentElement;
  if (!box) return;
  const attributes = { tabindex: '0', role: 'region', 'aria-label': table.caption?.textContent ?? 'Table' };
  for (const [name, value] of Object.entries(attributes)) {
    if (isOutOfReach(box)) box.setAttribute(name, value);
    else box.removeAttribute(name);
  }
}

/**
 * The arrow keys scroll a box only if it has the focus (WCAG 2.1.1). A wide table without a link or a button cannot
 * take it. So its box is put into the order of the Tab key, with the table's name, before the key moves the focus.
 */
export function keepTablesReachable(): void {
  const onTab = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') for (const table of document.querySelectorAll('table')) update(table);
  };
  document.addEventListener('keydown', onTab, { capture: true });
}
