import type { Role } from '@kerb/domain/access/actor.ts';
import { savesDirectly } from '@kerb/domain/organisations/setting-fields.ts';
import type { TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { noAccess } from '@kerb/domain/shell/navigation.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { confirmLeaving } from '@kerb/web/design/confirm.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { OwnWebsiteCard } from '@kerb/web/features/embedding/own-website.card.tsx';
import { IntegrationCredentialsCard } from '@kerb/web/features/integrations/integration-credentials.card.tsx';
import { TenantOptionsCard } from '@kerb/web/features/options/tenant-options.card.tsx';
import { DeleteOrganisation } from '@kerb/web/features/organisation-settings/delete-organisation.tsx';
import { LoginProviderCard } from '@kerb/web/features/organisation-settings/login-provider.card.tsx';
import { NextAccount } from '@kerb/web/features/organisation-settings/next-account.tsx';
import { PendingChangesCard } from '@kerb/web/features/organisation-settings/pending-changes.card.tsx';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import { settingsOf } from '@kerb/web/features/organisation-settings/settings.queries.ts';
import { useSettingsForm } from '@kerb/web/features/organisation-settings/settings-form.ts';
import { EditableSections, PlainSections } from '@kerb/web/features/organisation-settings/settings-sections.tsx';
import { SignInRulesCard } from '@kerb/web/features/organisation-settings/sign-in-rules.card.tsx';
import { WebhooksCard } from '@kerb/web/features/webhooks/webhooks.card.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useMay, useSession } from '@kerb/web/platform/session.tsx';
import { hasUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const route = getRouteApi('/agencies/$tenantId');
type Mode = 'live' | 'pending';
type Record = Versioned<TenantSettings>;

export function SettingsScreen() {
  const { tenantId } = route.useParams();
  const mayOpen = useMay()('tenant.settings', tenantId);
  const { data, error, refetch } = useQuery({ ...settingsOf(tenantId), enabled: mayOpen });
  if (!mayOpen) return <EmptyState isPage text={noAccess} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader title="Settings" actions={data && <DeleteOrganisation settings={data.value} />} />
      {data ? <OrganisationSettings key={tenantId} record={data} /> : <LinesSkeleton lines={12} />}
    </>
  );
}

/** A draft that arrives while the user types removes nothing: an admin stays on the live values. */
function useMode(hasDraft: boolean, isDirect: boolean): [Mode, (mode: Mode) => void] {
  const [chosen, setChosen] = useState<Mode | null>(hasDraft ? 'pending' : null);
  useEffect(() => {
    if (!hasDraft) setChosen(null);
  }, [hasDraft]);
  if (!hasDraft) return ['live', setChosen];
  return [chosen ?? (isDirect ? 'live' : 'pending'), setChosen];
}

function OrganisationSettings({ record }: { record: Record }) {
  const { role } = useSession();
  const isDirect = savesDirectly(role);
  const may = useMay();
  const hasDraft = record.value.draftContent !== null;
  const [mode, setMode] = useMode(hasDraft, isDirect);
  // A manager edits the pending values, an admin the live ones; the other mode is read-only.
  const isEditable = !hasDraft || (mode === 'live') === isDirect;
  const change = async (next: Mode) => {
    if (next === mode || (isEditable && hasUnsavedChanges() && !(await confirmLeaving()))) return;
    setMode(next);
  };
  return (
    <Stack gap="md">
      {hasDraft && (
        <Alert color="attention" role="status">
          <Group gap="md" justify="space-between">
            <Text size="sm" fw={600}>
              Pending changes exist.
            </Text>
            <ButtonChoice
              label="Show live or pending settings"
              options={[
                { value: 'live', label: 'Live' },
                { value: 'pending', label: 'Pending' },
              ]}
              value={mode}
              onChange={(next) => void change(next)}
            />
          </Group>
        </Alert>
      )}
      {hasDraft && mode === 'pending' && <PendingChangesCard record={record} />}
      <NextAccount record={record} />
      {isEditable ? (
        <SettingsForm key={String(isDirect)} record={record} role={role} />
      ) : (
        <PlainSections settings={record.value} showsDraft={mode === 'pending'} />
      )}
      <TenantOptionsCard tenantId={record.value.id} />
      {may('tenant.sign-in-rules', record.value.id) && <SignInRulesCard tenantId={record.value.id} />}
      {may('tenant.sign-in-rules', record.value.id) && <LoginProviderCard tenantId={record.value.id} />}
      {may('embed.change', record.value.id) && <OwnWebsiteCard tenantId={record.value.id} />}
      {may('integration.read', record.value.id) && <IntegrationCredentialsCard tenantId={record.value.id} />}
      {may('webhook.read', record.value.id) && <WebhooksCard tenantId={record.value.id} />}
    </Stack>
  );
}

function SettingsForm({ record, role }: { record: Record; role: Role }) {
  const { value } = record;
  const isDirect = savesDirectly(role);
  const form = useSettingsForm(record, isDirect);
  const clears = isDirect && value.draftContent !== null;
  return (
    <div className={classes.form}>
      <ContractForm form={form} label="Settings">
        <EditableSections form={form} settings={isDirect ? { ...value, draftContent: null } : value} role={role} />
        <div className={classes.bar}>
          <SubmitButton disabled={!form.isDirty}>{isDirect ? 'Save' : 'Submit changes'}</SubmitButton>
          <Text size="sm" c="dimmed">
            {clears && 'Saving clears the pending changes.'}
            {!isDirect && 'Our team reviews your changes before they take effect.'}
          </Text>
        </div>
      </ContractForm>
    </div>
  );
}
