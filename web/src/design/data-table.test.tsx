import { type Column, DataTable } from '@kerb/web/design/data-table.tsx';
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
  it('opens a row on a click in it, but leaves its links alone', async () => {
    const onOpen = vi.fn();
    renderPart(<DataTable {...usual} onOpen={onOpen} />);
    await userEvent.click(screen.getByText('Closed'));
    expect(onOpen.mock.calls[0]?.[0]).toBe(rows[1]);
    await userEvent.click(screen.getByRole('link', { name: 'Northside' }));
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('sorts by a heading, and the other way the second time', async () => {
    const onSort = vi.fn();
    renderPart(<DataTable {...usual} sort={{ by: 'name', descending: true }} onSort={onSort} />);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSort).toHaveBeenCalledWith({ by: 'name', descending: false });
  });

  it('holds its shape while loading, and says when there is nothing', () => {
    const { unmount } = renderPart(<DataTable {...usual} rows={undefined} placeholderRows={3} />);
    expect(screen.getAllByRole('row')).toHaveLength(4);
    unmount();
    renderPart(<DataTable {...usual} rows={[]} />);
    expect(screen.getByText('None.')).toBeTruthy();
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
