import { SearchField } from '@kerb/web/design/search-field.tsx';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

const field = (value: string, onSearch: (text: string) => void) => (
  <MantineProvider>
    <SearchField label="Search" value={value} onSearch={onSearch} debounceMs={20} />
  </MantineProvider>
);

it('keeps what was typed while older searches come back, and searches for it', async () => {
  const searched = vi.fn();
  const { rerender } = render(field('', searched));
  const input = screen.getByLabelText<HTMLInputElement>('Search');
  for (const [typed, text] of [
    ['first', 'first'],
    [' and', 'first and'],
    [' more', 'first and more'],
  ] as const) {
    await userEvent.type(input, typed);
    await vi.waitFor(() => expect(searched).toHaveBeenLastCalledWith(text));
  }
  for (const text of ['first', 'first and', 'first and more']) {
    rerender(field(text, searched));
    expect(input.value).toBe('first and more');
  }
});

it('shows a search that comes from elsewhere, such as Back', async () => {
  const { rerender } = render(field('first', vi.fn()));
  rerender(field('second', vi.fn()));
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('second');
});
