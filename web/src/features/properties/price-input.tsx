import { priceFromTyped } from '@kerb/domain/properties/sale-details.ts';
import { AmountInput, amountText } from '@kerb/web/design/amount-input.tsx';
import type { ComponentProps } from 'react';

/** '1.25' becomes '1,250,000' on blur, and '850' becomes '850,000'. */
export function fullPrice(typed: string): string {
  const cents = priceFromTyped(typed);
  return cents === null ? typed : amountText(cents);
}

export function PriceInput({ onBlur, ...props }: ComponentProps<typeof AmountInput>) {
  return (
    <AmountInput
      {...props}
      onBlur={(event) => {
        props.onChange?.(fullPrice(event.currentTarget.value));
        onBlur?.(event);
      }}
    />
  );
}
