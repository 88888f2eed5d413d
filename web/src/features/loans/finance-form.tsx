import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { namesInWords } from '@kerb/domain/signing/guided-flow.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { SubmitButton } from '@kerb/web/design/contract-form.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import type { FinanceValues } from '@kerb/web/features/loans/finance-fields.ts';
import { payersOf } from '@kerb/web/features/payers/payers.queries.ts';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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

const termsOfAgreement = [
  'campaignBudget',
  'campaignAdditionalAmount',
  'serviceFee',
  'caveatFee',
  'budgetOwnerFee',
  'budgetOwnerFeeName',
  'interestRate',
  'interestFreeDays',
] as const satisfies (keyof FinanceValues)[];

const endingSignatures = (names: readonly string[]) => ({
  title: 'Save and have it signed again?',
  text: `${namesInWords(names)} ${names.length === 1 ? 'has' : 'have'} signed the agreement with the terms as they were. Saving ends ${names.length === 1 ? 'that signature' : 'those signatures'}. We tell them by email and ask them to sign again.`,
  confirmLabel: 'Save and ask again',
  danger: true,
});

/** Asks before a save of terms that some payers have signed. The server ends their signatures. */
export function useAskBeforeEnding(form: Form, { id, status }: Agreement): Form {
  const { data: payers = [] } = useQuery({ ...payersOf(id), enabled: status === 'approved' });
  const signed = payers.filter(({ signatureDate }) => signatureDate !== null).map(({ displayName }) => displayName);
  const onSubmit: Form['onSubmit'] = (event) => {
    event?.preventDefault();
    if (signed.length === 0 || !termsOfAgreement.some((name) => form.form.isDirty(name))) return form.onSubmit(event);
    void confirm(endingSignatures(signed)).then((isSure) => isSure && form.onSubmit());
  };
  return { ...form, onSubmit };
}

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
