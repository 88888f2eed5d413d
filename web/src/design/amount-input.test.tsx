import { AmountInput, amountText, blankOrCents, groupAmount } from '@kerb/web/design/amount-input.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { notAmounts } from '../../test/amount-fields.ts';
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
    ['4200.', '4,200.'],
    [' 4 200 ', '4,200'],
    ['', ''],
    ['1.2.345', '1.2.345'],
    ...notAmounts.map((text): [string, string] => [text, text]),
  ])('typed as %s becomes %s', (typed, shown) => {
    expect(groupAmount(typed)).toBe(shown);
  });

  it.each([
    [4_200_00, '4,200'],
    [1_234_567_50, '1,234,567.50'],
    [5, '0.05'],
    [0, '0'],
    [null, ''],
    [undefined, ''],
  ])('of %s cents is written as %j', (cents, text) => {
    expect(amountText(cents)).toBe(text);
  });

  it.each([
    ['4,200', 4_200_00],
    ['$1,234,567.5', 1_234_567_50],
    [' 12 ', 12_00],
    [' ', null],
    ['four', Number.NaN],
    ['1.234', Number.NaN],
    ...notAmounts.map((text): [string, number] => [text, Number.NaN]),
  ])('typed as %j is read as %s', (typed, cents) => {
    expect(blankOrCents(typed)).toBe(cents);
  });

  function Field() {
    const [value, setValue] = useState('');
    return <AmountInput label="Amount" value={value} onChange={setValue} />;
  }

  it.each(notAmounts)('keeps %j as it is typed and pasted', async (text) => {
    renderPart(<Field />);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    await userEvent.type(field, text);
    // A space after an amount is dropped before the next letter is typed.
    const typed = text.replace(' +', '+');
    expect([field.value, field.selectionStart]).toEqual([typed, typed.length]);
    await userEvent.clear(field);
    await userEvent.paste(text);
    expect(field.value).toBe(text);
  });

  it('is not cut when a long text is pasted', async () => {
    renderPart(<Field />);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    const long = 'The budget that we agreed on by phone is 4,200';
    await userEvent.click(field);
    await userEvent.paste(long);
    expect(field.value).toBe(long);
  });

  it('is grouped while typing, and the cursor keeps its place among the digits', async () => {
    renderPart(<Field />);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    await userEvent.type(field, '12345');
    expect(field.value).toBe('12,345');
    await userEvent.type(field, '9', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(field.value).toBe('192,345');
    expect(field.selectionStart).toBe(2);
  });
});
