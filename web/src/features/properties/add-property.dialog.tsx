import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { decideAddress, formatAddress } from '@kerb/domain/properties/address.ts';
import { type AddedProperty, addedProperty, type SimilarQuery } from '@kerb/domain/properties/properties.contract.ts';
import { decideSaleDetails } from '@kerb/domain/properties/sale-details.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { refusedFields } from '@kerb/web/design/refused-fields.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import {
  AddressFields,
  type AddressValues,
  addressOf,
  emptyAddress,
} from '@kerb/web/features/properties/address-fields.tsx';
import { AddressSearch } from '@kerb/web/features/properties/address-search.tsx';
import {
  DetailsFields,
  type DetailsValues,
  detailsOf,
  emptyDetails,
} from '@kerb/web/features/properties/details-fields.tsx';
import { PhotoField } from '@kerb/web/features/properties/photo-field.tsx';
import { useAddProperty } from '@kerb/web/features/properties/properties.queries.ts';
import classes from '@kerb/web/features/properties/property.module.css';
import {
  SaleFields,
  type SaleValues,
  saleDetailsOf,
  saleOf,
  saleValuesOf,
  situationOf,
} from '@kerb/web/features/properties/sale-fields.tsx';
import { SimilarCampaigns } from '@kerb/web/features/properties/similar-campaigns.tsx';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { countryRules, isNotSetUp } from '@kerb/web/platform/settings.ts';
import { Button, Group, Modal } from '@mantine/core';

/** The source of the address: being searched, chosen from the list, or entered line by line. */
type Source = 'search' | 'chosen' | 'manual';
type Values = AddressValues & DetailsValues & SaleValues & { source: Source; photo: number | null };

/** Until an address is chosen only the search shows an error: the other lines come with the choice. */
function soughtAddress(values: Values) {
  if (values.source !== 'search') return addressOf(values);
  const { state, postcode } = countryRules().address;
  return { ...addressOf(emptyAddress), city: '–', state: state?.names[0] ?? null, postalCode: postcode.example };
}

const contractFor = (agreement: Agreement) =>
  addedProperty.check(
    refusedFields<AddedProperty>((added) => decideAddress(added, countryRules())),
    refusedFields<AddedProperty>((added) =>
      decideSaleDetails(
        saleDetailsOf(agreement),
        added as Parameters<typeof decideSaleDetails>[1],
        situationOf(agreement, true),
      ),
    ),
  );

/** Without suggestions the address is entered by hand from the start. */
const firstSource = (): Source => (isNotSetUp('addresses') ? 'manual' : 'search');

function useAddForm(agreement: Agreement, onClose: () => void): ContractFormState<Values> {
  const add = useAddProperty(agreement.id);
  return useContractForm({
    body: contractFor(agreement),
    initialValues: {
      source: firstSource(),
      ...emptyAddress,
      ...emptyDetails,
      ...saleValuesOf(agreement),
      photo: null,
    } as Values,
    toBody: (values) => ({
      ...soughtAddress(values),
      ...detailsOf(values),
      ...saleOf(values),
      ...(values.photo !== null && { photo: values.photo }),
    }),
    submit: async (body) => {
      await withProgress('Adding Property...', () => add(body as AddedProperty));
      toast.success('Property Added');
      onClose();
    },
  });
}

/** The address in its parts, once it is complete enough to compare. */
function wholeAddress(values: Values): SimilarQuery | null {
  const { address: street, address2, address3, city, postalCode } = addressOf(values);
  if (values.source === 'search' || !street || !city || !postalCode) return null;
  return { street, city, postalCode, ...(address2 && { address2 }), ...(address3 && { address3 }) };
}

type AddPropertyDialogProps = DialogProps & { agreement: Agreement };

export function AddPropertyDialog({ agreement, onClose }: AddPropertyDialogProps) {
  useReturnedFocus();
  const isPhone = useIsPhone();
  const form = useAddForm(agreement, onClose);
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Add Property" size="lg" fullScreen={isPhone}>
      <ContractForm form={form} label="Add Property">
        <AddressPart form={form} />
        <SimilarCampaigns agreementId={agreement.id} address={wholeAddress(form.form.values)} />
        <fieldset className={classes.group}>
          <legend>Property details</legend>
          <DetailsFields form={form} />
          <PhotoPart form={form} tenantId={agreement.tenant} />
        </fieldset>
        <fieldset className={classes.group}>
          <legend>Sale details</legend>
          <SaleFields form={form} situation={situationOf(agreement, true)} />
        </fieldset>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Add Property</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}

function PhotoPart({ form, tenantId }: { form: ContractFormState<Values>; tenantId: number }) {
  const { error, value, onChange: _, ...rest } = form.field('photo');
  return (
    <PhotoField
      tenantId={tenantId}
      value={(value as number | null) ?? null}
      onChange={(photo) => form.form.setFieldValue('photo', photo as never)}
      error={error}
      path={(rest as { 'data-path'?: string })['data-path']}
    />
  );
}

function AddressPart({ form }: { form: ContractFormState<Values> }) {
  const { values, setValues, setFieldValue, clearFieldError } = form.form;
  const goTo = (source: Source, lines: Partial<AddressValues>) => {
    setValues({ source, ...lines } as Partial<Values>);
    clearFieldError('address');
  };
  if (values.source === 'manual') {
    return (
      <>
        <AddressFields form={form} autoFocus />
        {!isNotSetUp('addresses') && (
          <Button
            variant="subtle"
            size="compact-sm"
            px={0}
            w="fit-content"
            onClick={() => goTo('search', emptyAddress)}
          >
            Search for the address
          </Button>
        )}
      </>
    );
  }
  if (values.source === 'chosen') {
    return (
      <div>
        <p className={classes.address}>{formatAddress(addressOf(values), countryRules())}</p>
        <Group gap="md" mt={4}>
          <Button variant="subtle" size="compact-sm" px={0} autoFocus onClick={() => goTo('search', emptyAddress)}>
            Choose another address
          </Button>
          <Button variant="subtle" size="compact-sm" px={0} onClick={() => setFieldValue('source', 'manual' as never)}>
            Edit this address
          </Button>
        </Group>
      </div>
    );
  }
  const { error, value: _, onChange: __, ...field } = form.field('address');
  return (
    <AddressSearch
      error={error}
      field={field}
      onManual={(typed) => goTo('manual', { ...emptyAddress, address: typed.trim().slice(0, 80) })}
      onChoose={({ address, address2, city, state, postalCode }) =>
        goTo('chosen', { ...emptyAddress, address, address2: address2 ?? '', city, state: state ?? '', postalCode })
      }
    />
  );
}
