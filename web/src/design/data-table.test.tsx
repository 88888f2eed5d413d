import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, usePage } from '../../test/harness.tsx';

type Row = { id: number; name: string; state: string };
const rows: Row[] = [
  { id: 1, name: 'Harbour Estate', state: 'Open' },
  { id: 2, name: 'Northside', state: 'Closed' },
];
const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', sortBy: 'name', onCard: 'title', cell: (row) => <a href="#x">{row.name}</a> },
  { key: 'state', header: 'State', cell: (row) => row.state },
];
const usual = { label: 'Organisations', columns, rows, rowKey: (row: Row) => row.id, empty: <p>None.</p> };

const narrow = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => ({ matches: true, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as never,
    );

beforeEach(() => usePage());

describe('a table', () => {
  it('opens a row on a click in it, but not on a click on its links', async () => {
    const onOpen = vi.fn();
    renderPart(<DataTable {...usual} onOpen={onOpen} />);
    await userEvent.click(screen.getByText('Closed'));
    expect(onOpen.mock.calls[0]?.[0]).toBe(rows[1]);
    await userEvent.click(screen.getByRole('link', { name: 'Northside' }));
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('sorts by a heading, and reverses the order on the second click', async () => {
    const onSort = vi.fn();
    renderPart(<DataTable {...usual} sort={{ by: 'name', descending: true }} onSort={onSort} />);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSort).toHaveBeenCalledWith({ by: 'name', descending: false });
  });

  it('keeps its shape while loading, and says when there are no rows', () => {
    const { unmount } = renderPart(<DataTable {...usual} rows={undefined} placeholderRows={3} />);
    expect(screen.getAllByRole('row')).toHaveLength(4);
    unmount();
    renderPart(<DataTable {...usual} rows={[]} />);
    expect(screen.getByText('None.')).toBeTruthy();
  });

  it('renders only the rows that lose or get the focus again', async () => {
    const drawn: string[] = [];
    const cell = (row: Row) => {
      drawn.push(row.name);
      return <a href="#x">{row.name}</a>;
    };
    const watched = [{ key: 'name', header: 'Name', cell }];
    const many = Array.from({ length: 200 }, (_, place) => ({ id: place, name: `Row ${place}`, state: '' }));
    renderPart(<DataTable {...usual} columns={watched} rows={many} onPage={() => false} />);
    await userEvent.keyboard('jj');
    drawn.length = 0;
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Row 2');
    expect(new Set(drawn)).toEqual(new Set(['Row 1', 'Row 2']));
  });

  it('has no keyboard navigation without pages', async () => {
    renderPart(<DataTable {...usual} />);
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(document.body);
  });

  it('keeps fixed widths, loading or loaded, and its minimum width is their sum', () => {
    const fixed = [{ ...columns[0]!, width: '7rem' }, columns[1]!];
    const widths = () => [
      screen.getByRole('table').style.minWidth,
      ...screen.getAllByRole('columnheader').map((head) => head.style.width),
    ];
    const { unmount } = renderPart(<DataTable {...usual} columns={fixed} rows={undefined} isFixed />);
    const loading = widths();
    unmount();
    renderPart(<DataTable {...usual} columns={fixed} isFixed />);
    expect(widths()).toEqual(loading);
    expect(loading).toEqual(['18rem', '7rem', '']);
  });

  it('scrolls in its own box if its columns need more than the window has', () => {
    const wide = vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(min-width: 22em)',
          media: query,
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as never,
    );
    const box = (width: string) => {
      const fixed = [{ ...columns[0]!, width }, columns[1]!];
      const { unmount } = renderPart(<DataTable {...usual} columns={fixed} isFixed />);
      const scrolls = screen.getByRole('table').parentElement?.hasAttribute('data-scrolls');
      unmount();
      return scrolls;
    };
    expect([box('7rem'), box('7.5rem')]).toEqual([false, true]);
    wide.mockRestore();
  });

  it('becomes cards on a phone, with the same cells', () => {
    const spy = narrow();
    renderPart(<DataTable {...usual} />);
    spy.mockRestore();
    const cards = within(screen.getByRole('list', { name: 'Organisations' })).getAllByRole('listitem');
    expect(cards).toHaveLength(2);
    expect(cards[0]?.textContent).toContain('Harbour Estate');
    expect(screen.queryByRole('table')).toBeNull();
  });
});
