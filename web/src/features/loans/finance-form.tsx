import { SubmitButton } from '@kerb/web/design/contract-form.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import type { FinanceValues } from '@kerb/web/features/loans/finance-fields.ts';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';

type Form = ContractFormState<FinanceValues>;

/** Reports the typed values to the card, so that the rules beside Approve follow them. */
export function useTypedFinance(form: Form, onTyped: (values: FinanceValues | null) => void): void {
  const { values } = form.form;
  const latest = useRef(onTyped);
  latest.current = onTyped;
  useEffect(() => latest.current(values), [values]);
  useEffect(() => () => latest.current(null), []);
}

/** The terms that an agreement states. */
export const statedTerms = [
  'campaignBudget',
  'campaignAdditionalAmount',
  'serviceFee',
  'caveatFee',
  'budgetOwnerFee',
  'budgetOwnerFeeName',
  'interestRate',
  'interestFreeDays',
] as const satisfies (keyof FinanceValues)[];

export function FinanceFormButtons({ form, onClose }: { form: Form; onClose: () => void }) {
  return (
    <Group gap="sm">
      <SubmitButton data-fixes="isEditing">Save</SubmitButton>
      <Button variant="default" onClick={form.guardClose(onClose)}>
        Close
      </Button>
    </Group>
  );
}
