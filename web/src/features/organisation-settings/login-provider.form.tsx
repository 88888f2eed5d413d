import {
  type LoginProvider,
  loginProviderEndpoints,
  savedLoginProvider,
} from '@kerb/domain/organisations/login-provider.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import classes from '@kerb/web/features/organisation-settings/login-provider.module.css';
import { useLoginChanges } from '@kerb/web/features/organisation-settings/login-provider.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';

type Values = { issuer: string; clientId: string; clientSecret: string; roleClaim: string; managerValues: string };

const valuesOf = (provider: LoginProvider | null): Values => ({
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  roleClaim: provider?.roleClaim ?? '',
  managerValues: provider?.managerValues.join(', ') ?? '',
});

const bodyOf = ({ clientSecret, roleClaim, managerValues, ...texts }: Values) => ({
  ...texts,
  ...(clientSecret !== '' && { clientSecret }),
  roleClaim: roleClaim === '' ? null : roleClaim,
  managerValues: managerValues
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== ''),
});

type FormProps = { tenantId: number; provider: LoginProvider | null; onDone: () => void };

/** What a manager copies from the OpenID Connect provider of the organisation. */
export function LoginProviderForm({ tenantId, provider, onDone }: FormProps) {
  const { keep } = useLoginChanges(tenantId);
  const form = useContractForm({
    body: savedLoginProvider,
    initialValues: valuesOf(provider),
    toBody: bodyOf,
    submit: async (body) => {
      await keep(() => call(loginProviderEndpoints.save, { params: { tenantId }, body }));
      onDone();
    },
  });
  return (
    <ContractForm form={form} label="Your organisation’s login">
      <Stack gap="md">
        <div className={classes.fields}>
          <TextInput
            label="Issuer"
            description="The address of your OpenID Connect provider, for example https://login.agency.example"
            required
            autoComplete="off"
            {...form.field('issuer')}
          />
          <TextInput label="Client ID" required autoComplete="off" {...form.field('clientId')} />
          <PasswordInput
            label="Client secret"
            description={
              provider ? 'Leave it empty to keep the present one.' : 'It is stored encrypted, and never shown.'
            }
            required={!provider}
            autoComplete="off"
            {...form.field('clientSecret')}
          />
          <TextInput
            label="Claim for roles"
            description="Leave it empty to give roles here, under Team."
            autoComplete="off"
            {...form.field('roleClaim')}
          />
          <TextInput
            label="Values that mean manager"
            description="Separated by commas. Everybody else is an employee."
            autoComplete="off"
            {...form.field('managerValues')}
          />
        </div>
        <div className={classes.buttons}>
          <SubmitButton>Save</SubmitButton>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Stack>
    </ContractForm>
  );
}
