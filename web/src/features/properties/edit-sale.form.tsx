import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { type Agreement, savedAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { decideSaleDetails } from '@kerb/domain/properties/sale-details.ts';
import { ContractForm } from '@kerb/web/design/contract-form.tsx';
import { refusedFields } from '@kerb/web/design/refused-fields.ts';
import { type CardFields, useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import { FormButtons } from '@kerb/web/features/properties/form-buttons.tsx';
import {
  SaleFields,
  type SaleValues,
  saleDetailsOf,
  saleOf,
  saleValuesOf,
  situationOf,
} from '@kerb/web/features/properties/sale-fields.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Textarea } from '@mantine/core';
import type * as z from 'zod/mini';

type Values = SaleValues & { agentNotes: string };

const fieldsFor = (agreement: Agreement, onSaved: () => void): CardFields<Values> => ({
  body: savedAgreement.check(
    refusedFields<z.output<typeof savedAgreement>>((changes) =>
      decideSaleDetails(saleDetailsOf(agreement), changes as Partial<AgreementValues>, {
        ...situationOf(agreement),
        isWholeForm: true,
      }),
    ),
  ),
  valuesOf: (current) => ({ ...saleValuesOf(current), agentNotes: current.agentNotes ?? '' }),
  toBody: (values) => ({ ...saleOf(values), agentNotes: values.agentNotes.trim() || null }),
  onSaved,
});

type EditSaleFormProps = { record: Versioned<Agreement>; onClose: () => void };

/** The sale details, and the notes that only the team may read. */
export function EditSaleForm({ record, onClose }: EditSaleFormProps) {
  const form = useCardForm(record, fieldsFor(record.value, onClose));
  return (
    <ContractForm form={form} label="Sale details">
      <SaleFields form={form} situation={situationOf(record.value)} />
      <Textarea
        label={labelOfField('agentNotes')}
        description="Not visible to the payer."
        rows={3}
        maxLength={4_000}
        {...form.field('agentNotes')}
      />
      <FormButtons form={form} onClose={onClose} />
    </ContractForm>
  );
}
