import { AmountInput, groupAmount } from '@kerb/web/design/amount-input.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPart, usePage } from '../../test/harness.tsx';

beforeEach(() => usePage());

describe('an amount', () => {
  it.each([
    ['4200', '4,200'],
    ['$4,200', '4,200'],
    ['1234567.8', '1,234,567.8'],
    ['0012', '12'],
    ['0', '0'],
    ['.5', '.5'],
    ['1.2.345', '1.23'],
    ['abc', ''],
    ['-5', '5'],
  ])('typed as %s stands as %s', (typed, shown) => {
    expect(groupAmount(typed)).toBe(shown);
  });

  function Field() {
    const [value, setValue] = useState('');
    return <AmountInput label="Amount" value={value} onChange={setValue} />;
  }

  it('is grouped while it is typed, and the cursor keeps its place among the figures', async () => {
    renderPart(<Field />);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    await userEvent.type(field, '12345');
    expect(field.value).toBe('12,345');
    await userEvent.type(field, '9', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(field.value).toBe('192,345');
    expect(field.selectionStart).toBe(2);
  });
});
