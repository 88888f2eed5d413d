import { referencesKept } from '@kerb/domain/organisations/advertiser-references.ts';
import { agencyEndpoints, referenceShape } from '@kerb/domain/organisations/agencies.contract.ts';
import {
  newTenant,
  organisationEndpoints,
  organisationTypeLabels,
} from '@kerb/domain/organisations/organisations.contract.ts';
import { labelOfSetting } from '@kerb/domain/organisations/setting-fields.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { organisationKeys, organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';

const types = Object.entries(organisationTypeLabels).map(([value, label]) => ({ value, label }));

/**
 * The browser's time zone, if the country's rules allow a guess and the server knows it: some browsers report an
 * invalid one.
 */
async function timeZoneHere(known: Promise<{ identifier: string }[]>): Promise<string> {
  const { guessesTimeZone, defaultTimeZone } = countryRules();
  const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isKnown = guessesTimeZone && (await known).some(({ identifier }) => identifier === guess);
  return isKnown ? guess : defaultTimeZone;
}

const body = z.extend(newTenant, referenceShape);
type Body = z.output<typeof body>;

/** Registers by a portal's reference if one is given, otherwise by name only. */
function create({ domainAdvertiserRef, reaAdvertiserRef, trademeAccountId, ...tenant }: Body, defaultTimeZone: string) {
  const references = { domainAdvertiserRef, reaAdvertiserRef, trademeAccountId };
  if (tenant.type === 'agency' && Object.values(references).some(Boolean)) {
    return call(agencyEndpoints.register, { body: { name: tenant.name, defaultTimeZone, ...references } });
  }
  return call(organisationEndpoints.create, { body: { ...tenant, defaultTimeZone } });
}

/** A name is enough; the settings screen, which opens next, has the rest. */
export function CreateOrganisationDialog({ onClose }: DialogProps) {
  useReturnedFocus();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useContractForm({
    body,
    initialValues: {
      name: '',
      type: 'agency' as OrganisationType,
      domainAdvertiserRef: '',
      reaAdvertiserRef: '',
      trademeAccountId: '',
    },
    toBody: (values) => ({ ...values, name: values.name.trim(), enableDeposits: false, allowAddingProperty: false }),
    submit: async (sent) => {
      const { id, name } = await withProgress('Registering...', async () =>
        create(sent, await timeZoneHere(client.fetchQuery(organisationQueries.timeZones))),
      );
      await client.invalidateQueries({ queryKey: organisationKeys.all });
      onClose();
      toast.success(`${name} Created`);
      await navigate({ to: '/agencies/$tenantId/settings', params: { tenantId: id } });
    },
  });
  const close = form.guardClose(onClose);
  const country = countryRules();
  return (
    <Modal opened onClose={close} title="Create New Organisation">
      <ContractForm form={form} label="Create New Organisation">
        <TextInput label="Name" required data-autofocus {...form.field('name')} />
        <NativeSelect label="Type" data={types} {...form.field('type')} />
        {form.form.values.type === 'agency' &&
          referencesKept(country).map((name) => (
            <TextInput
              key={name}
              label={`${labelOfSetting(name, country)} (optional)`}
              autoComplete="off"
              {...form.field(name)}
            />
          ))}
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
