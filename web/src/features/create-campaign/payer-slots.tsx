import {
  duplicateEmailMessage,
  emptySlot,
  type PayerSlot,
  slotsSharingEmail,
} from '@kerb/domain/agreements/create-form.ts';
import { type FundsPurpose, payerWord } from '@kerb/domain/vocabulary/value-lists.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import classes from '@kerb/web/design/slots.module.css';
import { PayerFields } from '@kerb/web/features/payers/payer-fields.tsx';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

const mostSlots = 10;

type PayerSlotsProps<Values extends { vendors: PayerSlot[] }> = {
  form: ContractFormState<Values>;
  purpose: FundsPurpose;
};

/** A new slot takes the cursor; so does the button once a slot has gone. */
function useFocusOnChange(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) box.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus();
    if (count < before.current) box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
    before.current = count;
  }, [count]);
  return box;
}

/** The payers of a new campaign. */
export function PayerSlots<Values extends { vendors: PayerSlot[] }>({ form, purpose }: PayerSlotsProps<Values>) {
  const slots = form.form.values.vendors;
  const sharing = slotsSharingEmail(slots);
  const box = useFocusOnChange(slots.length);
  const word = payerWord(purpose);
  return (
    <div ref={box} className={classes.slots}>
      {slots.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form knows a slot by its place alone
        <fieldset key={place} className={classes.slot}>
          <legend className={classes.legend}>{slots.length === 1 ? word : `${word} ${place + 1}`}</legend>
          {slots.length > 1 && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="danger"
              c="var(--mantine-color-error)"
              className={classes.remove}
              onClick={() => form.form.removeListItem('vendors' as never, place)}
            >
              Remove
            </Button>
          )}
          <PayerFields
            form={form}
            at={`vendors.${place}.`}
            emailError={sharing.includes(place) ? duplicateEmailMessage : undefined}
          />
        </fieldset>
      ))}
      {slots.length < mostSlots && (
        <Button
          data-add
          variant="subtle"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => form.form.insertListItem('vendors' as never, { ...emptySlot } as never)}
        >
          {`Add another ${word.toLowerCase()}`}
        </Button>
      )}
    </div>
  );
}
