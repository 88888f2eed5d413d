import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { decideAddress } from '@kerb/domain/properties/address.ts';
import { type Property, type SavedProperty, savedProperty } from '@kerb/domain/properties/properties.contract.ts';
import { fixedAddressFields } from '@kerb/domain/properties/property-rules.ts';
import { ContractForm } from '@kerb/web/design/contract-form.tsx';
import { refusedFields } from '@kerb/web/design/refused-fields.ts';
import { AddressFields, type AddressValues, addressOf } from '@kerb/web/features/properties/address-fields.tsx';
import { FormButtons } from '@kerb/web/features/properties/form-buttons.tsx';
import { usePropertyForm } from '@kerb/web/features/properties/property-form.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

const valuesOf = (property: Property): AddressValues => ({
  address: property.address,
  address2: property.address2 ?? '',
  address3: property.address3 ?? '',
  city: property.city ?? '',
  state: property.state ?? '',
  postalCode: property.postalCode ?? '',
});

const contract = savedProperty.check(
  refusedFields<SavedProperty>((sent) => decideAddress(sent as Parameters<typeof decideAddress>[0], countryRules())),
);

type EditAddressFormProps = { property: Versioned<Property>; agreement: Agreement; onClose: () => void };

export function EditAddressForm({ property, agreement, onClose }: EditAddressFormProps) {
  const form = usePropertyForm(property, {
    agreementId: agreement.id,
    valuesOf,
    toBody: addressOf,
    body: contract,
    onSaved: onClose,
  });
  return (
    <ContractForm form={form} label="Address">
      <AddressFields form={form} fixed={fixedAddressFields(property.value)} />
      <FormButtons form={form} onClose={onClose} />
    </ContractForm>
  );
}
