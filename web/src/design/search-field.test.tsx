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

it('keeps what was typed while an older search comes back, and searches for it', async () => {
  const searched = vi.fn();
  const { rerender } = render(field('', searched));
  const input = screen.getByLabelText<HTMLInputElement>('Search');
  await userEvent.type(input, 'first');
  await vi.waitFor(() => expect(searched).toHaveBeenLastCalledWith('first'));
  await userEvent.type(input, ' and more');
  rerender(field('first', searched));
  expect(input.value).toBe('first and more');
  await vi.waitFor(() => expect(searched).toHaveBeenLastCalledWith('first and more'));
});

it('shows a search that comes from elsewhere, such as Back', async () => {
  const { rerender } = render(field('first', vi.fn()));
  rerender(field('second', vi.fn()));
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('second');
});
