import { fireEvent, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';

/** What people type or paste that is not an amount. */
export const notAmounts = ['-5', '1e9', '12,345.678', '4.200,50', '4,200 + 10% GST', 'abc'];

const describedBy = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** Pastes each of them: the field must keep it and show an error. */
export async function expectsAnAmount(field: HTMLInputElement): Promise<void> {
  const user = userEvent.setup();
  for (const text of notAmounts) {
    await user.clear(field);
    await user.paste(text);
    fireEvent.blur(field);
    expect(field.value).toBe(text);
    await waitFor(() => expect(describedBy(field)).toContain('Enter an amount.'));
    expect(field.getAttribute('aria-invalid')).toBe('true');
  }
}
