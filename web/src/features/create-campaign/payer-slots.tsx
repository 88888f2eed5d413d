import { emptySlot, type PayerSlot, slotsSharingEmail } from '@kerb/domain/agreements/create-form.ts';
import { duplicatePayerEmail } from '@kerb/domain/agreements/new-payer.ts';
import { type FundsPurpose, payerWord } from '@kerb/domain/vocabulary/value-lists.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { RepeatedFields } from '@kerb/web/design/repeated-fields.tsx';
import { PayerFields } from '@kerb/web/features/payers/payer-fields.tsx';

const mostSlots = 10;

type PayerSlotsProps<Values extends { vendors: PayerSlot[] }> = {
  form: ContractFormState<Values>;
  purpose: FundsPurpose;
};

/** The payers of a new campaign. */
export function PayerSlots<Values extends { vendors: PayerSlot[] }>({ form, purpose }: PayerSlotsProps<Values>) {
  const slots = form.form.values.vendors;
  const sharing = slotsSharingEmail(slots);
  return (
    <RepeatedFields
      word={payerWord(purpose)}
      count={slots.length}
      most={mostSlots}
      onAdd={() => form.form.insertListItem('vendors' as never, { ...emptySlot } as never)}
      onRemove={(place) => form.form.removeListItem('vendors' as never, place)}
    >
      {(place) => (
        <PayerFields
          form={form}
          at={`vendors.${place}.`}
          emailError={sharing.includes(place) ? duplicatePayerEmail : undefined}
        />
      )}
    </RepeatedFields>
  );
}
