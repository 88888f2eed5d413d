import { useExistingPage } from '@kerb/web/design/list-state.ts';
import { countText, Pager, pageCount, pagesShown } from '@kerb/web/design/pager.tsx';
import { renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, usePage } from '../../test/harness.tsx';

beforeEach(() => usePage());

describe('a pager', () => {
  const usual = { page: 2, perPage: 100, onPage: () => {} };

  it('says which rows it shows, and of how many', () => {
    renderPart(<Pager {...usual} totalItems={1_234} />);
    expect(screen.getByText('101–200 of 1,234')).toBeTruthy();
  });

  it('says if there are more rows than can be counted', () => {
    renderPart(<Pager {...usual} page={1} totalItems={10_000} isMore />);
    expect(screen.getByText('1–100 of more than 10,000')).toBeTruthy();
    expect(countText(10_000, true)).toBe('more than 10,000');
  });

  it('keeps the page size control last, after controls that load late, so that nothing moves when they load', () => {
    const choices = { perPageChoices: [10, 100], onPerPage: () => {} };
    renderPart(<Pager {...usual} {...choices} totalItems={1_234} />);
    const inOrder = screen
      .getByRole('button', { name: 'Page 2' })
      .compareDocumentPosition(screen.getByRole('combobox', { name: 'Per page' }));
    expect(inOrder).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  // biome-ignore format: a table
  it.each([
    [1, 2,   [1, 2]],
    [4, 7,   [1, 2, 3, 4, 5, 6, 7]],
    [1, 8,   [1, 2, 3, 4, 5, null, 8]],
    [4, 8,   [1, 2, 3, 4, 5, null, 8]],
    [5, 8,   [1, null, 4, 5, 6, 7, 8]],
    [8, 8,   [1, null, 4, 5, 6, 7, 8]],
    [5, 13,  [1, null, 4, 5, 6, null, 13]],
    [9, 13,  [1, null, 8, 9, 10, null, 13]],
    [10, 13, [1, null, 9, 10, 11, 12, 13]],
  ])('on page %d of %d shows the pages %j', (page, pages, shown) => expect(pagesShown(page, pages)).toEqual(shown));

  it('goes to a page, to the next and to the previous one, and not beyond the ends', async () => {
    const onPage = vi.fn();
    const user = userEvent.setup();
    const { rerender } = renderPart(<Pager {...usual} onPage={onPage} totalItems={1_234} />);
    expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    for (const name of ['Page 13', 'next page', 'previous page'])
      await user.click(screen.getByRole('button', { name }));
    expect(onPage.mock.calls).toEqual([[13], [3], [1]]);
    rerender(<Pager {...usual} page={13} totalItems={1_234} />);
    expect(screen.getByRole('button', { name: 'next page' })).toHaveProperty('disabled', true);
  });

  it.each([
    [undefined, 1],
    [0, 1],
    [100, 1],
    [101, 2],
    [10_000, 100],
  ])('counts the pages of %j rows as %d', (totalItems, pages) => expect(pageCount(totalItems, 100)).toBe(pages));
});

describe('a page that does not exist', () => {
  // biome-ignore format: a table
  it.each([
    ['beyond the last shows the last',            { page: 4, perPage: 10 },    { items: [], totalItems: 12 },                    2],
    ['beyond the countable pages shows the last', { page: 101, perPage: 100 }, { items: [1], totalItems: 10_000, isMore: true }, 100],
    ['of an empty list stays',                    { page: 4, perPage: 10 },    { items: [], totalItems: 0 },                     null],
    ['stays while the list loads',                { page: 4, perPage: 10 },    undefined,                                        null],
    ['stays if it is the last countable one',     { page: 100, perPage: 100 }, { items: [1], totalItems: 10_000, isMore: true }, null],
  ])('%s', (_case, place, found, target) => {
    const goTo = vi.fn();
    renderHook(() => useExistingPage(place, found, goTo));
    expect(goTo.mock.calls).toEqual(target === null ? [] : [[target]]);
  });
});
