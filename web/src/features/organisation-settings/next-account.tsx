import type { TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useSettingsChanges } from '@kerb/web/features/organisation-settings/settings.queries.ts';
import { SettingValue } from '@kerb/web/features/organisation-settings/settings-facts.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Alert, Button } from '@mantine/core';

/** A confirmed bank account before it takes effect. Managers and admins can stop it. */
export function NextAccount({ record: { value, version } }: { record: Versioned<TenantSettings> }) {
  const { stopBankChange, reload } = useSettingsChanges(value.id);
  const next = value.bankAccountNext;
  if (!next) return null;
  const stop = async () => {
    const isSure = await confirm({
      title: 'Stop this change?',
      text: 'The present account stays. To change it later, it has to be asked for and confirmed again.',
      confirmLabel: 'Stop the change',
      danger: true,
    });
    if (!isSure) return;
    try {
      await withProgress(savingText, () => stopBankChange(version));
      toast.success('Stopped');
    } catch (error) {
      toast.error(error);
      void reload();
    }
  };
  const account = <SettingValue settings={value} name="bankAccount" value={next.account} isPending={false} />;
  return (
    <Alert color="attention" title="The bank account changes">
      <p>
        A new account takes effect on <DateText value={next.date} style="time" />. Until then we pay the present one.
      </p>
      <Facts
        rows={[
          ['New account', account],
          ...(next.callBackNote ? ([['Call-back note', next.callBackNote]] as const) : []),
        ]}
      />
      <Button size="xs" variant="default" mt="sm" onClick={() => void stop()}>
        Stop the change
      </Button>
    </Alert>
  );
}
