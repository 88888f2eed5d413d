import type { Property } from '@kerb/domain/properties/properties.contract.ts';
import { ContractForm } from '@kerb/web/design/contract-form.tsx';
import { DetailsFields, type DetailsValues, detailsOf } from '@kerb/web/features/properties/details-fields.tsx';
import { FormButtons } from '@kerb/web/features/properties/form-buttons.tsx';
import { usePropertyForm } from '@kerb/web/features/properties/property-form.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';

const typed = (count: number | null): string => (count === null ? '' : String(count));

const valuesOf = (property: Property): DetailsValues => ({
  type: property.type ?? '',
  bedrooms: typed(property.bedrooms),
  bathrooms: typed(property.bathrooms),
  carSpaces: typed(property.carSpaces),
  description: property.description ?? '',
});

type EditDetailsFormProps = { property: Versioned<Property>; agreementId: number; onClose: () => void };

export function EditDetailsForm({ property, agreementId, onClose }: EditDetailsFormProps) {
  const form = usePropertyForm(property, { agreementId, valuesOf, toBody: detailsOf, onSaved: onClose });
  return (
    <ContractForm form={form} label="Property details">
      <DetailsFields form={form} />
      <FormButtons form={form} onClose={onClose} />
    </ContractForm>
  );
}
