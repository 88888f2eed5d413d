import type { OrganisationType } from '@kerb/domain/organisations/organisation-types.ts';
import {
  newTenant,
  organisationEndpoints,
  organisationTypeLabels,
} from '@kerb/domain/organisations/organisations.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

const types = Object.entries(organisationTypeLabels).map(([value, label]) => ({ value, label }));

function timeZoneHere(): string {
  const { guessesTimeZone, defaultTimeZone } = countryRules();
  return guessesTimeZone ? Intl.DateTimeFormat().resolvedOptions().timeZone : defaultTimeZone;
}

/** A name is enough; the rest is settled in its settings, which open next. */
export function CreateOrganisationDialog({ onClose }: DialogProps) {
  useReturnedFocus();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useContractForm({
    body: newTenant,
    initialValues: { name: '', type: 'agency' as OrganisationType },
    toBody: (values) => ({
      ...values,
      name: values.name.trim(),
      defaultTimeZone: timeZoneHere(),
      enableDeposits: false,
      allowAddingProperty: false,
    }),
    submit: async (body) => {
      const { id, name } = await withProgress('Registering...', () => call(organisationEndpoints.create, { body }));
      await client.invalidateQueries({ queryKey: ['organisations'] });
      onClose();
      toast.success(`${name} Created`);
      await navigate({ to: '/agencies/$tenantId/settings', params: { tenantId: id } });
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Create New Organisation">
      <ContractForm form={form} label="Create New Organisation">
        <TextInput label="Name" required data-autofocus {...form.field('name')} />
        <NativeSelect label="Type" data={types} {...form.field('type')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Create</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
