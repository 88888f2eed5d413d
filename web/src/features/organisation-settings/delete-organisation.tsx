import type { TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useSettingsChanges } from '@kerb/web/features/organisation-settings/settings.queries.ts';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

/** Only for an organisation that has never had a campaign. */
export function DeleteOrganisation({ settings }: { settings: TenantSettings }) {
  const { remove } = useSettingsChanges(settings.id);
  const navigate = useNavigate();
  if (!useMay()('tenant.delete') || settings.lastAgreementCreateDate !== null) return null;
  const run = async () => {
    const text = `Permanently delete ${settings.name}?`;
    if (!(await confirm({ title: 'Delete organisation', text, confirmLabel: 'Delete', danger: true }))) return;
    try {
      await withProgress('Deleting...', remove);
      await navigate({ to: '/agencies' });
      toast.success('Organisation Deleted');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Button variant="default" onClick={() => void run()}>
      Delete organisation
    </Button>
  );
}
