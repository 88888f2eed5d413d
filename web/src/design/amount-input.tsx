import { type Cents, centsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

/**
 * Adds thousands separators to an amount: '$4200.50' is '4,200.50'. Text that is not an amount stays as typed, so that
 * the form refuses it and never saves another amount.
 */
export function groupAmount(typed: string): string {
  const plain = typed.replace(/[$,\s]/g, '');
  if (!/^\d*\.?\d{0,2}$/.test(plain)) return typed;
  const [whole = '', ...decimals] = plain.split('.');
  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',');
  return [grouped, ...decimals].join('.');
}

/** The initial text of an amount input: '4,200', but '4,200.50'. */
export const amountText = (cents: Cents | null | undefined): string =>
  cents === null || cents === undefined ? '' : groupAmount(decimalFromCents(cents)).replace(/\.00$/, '');

/** Reads an amount that may be blank. NaN is not an amount: the contract then refuses it under the field. */
export const blankOrCents = (typed: string): Cents | null =>
  typed.trim() === '' ? null : (centsFromTyped(typed) ?? Number.NaN);

const figuresIn = (text: string): number => text.replace(/[^\d.]/g, '').length;

/** The position in `text` that has this many digits after it. */
function placeBefore(figures: number, text: string): number {
  let place = text.length;
  for (let left = figures; left > 0 && place > 0; place -= 1) if (/[\d.]/.test(text[place - 1] ?? '')) left -= 1;
  return place;
}

type AmountInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value?: string;
  onChange?: (grouped: string) => void;
};

/**
 * The input for dollars. It groups digits while they are typed and keeps the cursor's place among the digits. It has no
 * longest length: a browser would cut a pasted amount to another one.
 */
export function AmountInput({ value = '', onChange, ...props }: AmountInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const figuresAfter = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (figuresAfter.current === null || document.activeElement !== input.current) return;
    const place = placeBefore(figuresAfter.current, value);
    figuresAfter.current = null;
    input.current?.setSelectionRange(place, place);
  });
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      {...props}
      ref={input}
      value={value}
      onChange={({ currentTarget: { value: typed, selectionEnd } }) => {
        const grouped = groupAmount(typed);
        // Text that stays as typed keeps its cursor.
        figuresAfter.current = grouped === typed ? null : figuresIn(typed.slice(selectionEnd ?? undefined));
        onChange?.(grouped);
      }}
    />
  );
}
