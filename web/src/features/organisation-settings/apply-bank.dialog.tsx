import { callBackHint, callBackLabel, coolingOffHours } from '@kerb/domain/organisations/bank-change.ts';
import type { SettingName } from '@kerb/domain/organisations/setting-fields.ts';
import { settingsEndpoints, type TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useSettingsChanges } from '@kerb/web/features/organisation-settings/settings.queries.ts';
import { SettingValue } from '@kerb/web/features/organisation-settings/settings-facts.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';

type Props = DialogProps & { record: Versioned<TenantSettings>; fields: SettingName[] | undefined };

/** Asks for the note about the call to the organisation before a bank account is applied. */
export function ApplyBankDialog({ record: { value, version }, fields, onClose }: Props) {
  useReturnedFocus();
  const { apply } = useSettingsChanges(value.id);
  const form = useContractForm({
    body: settingsEndpoints.apply.body,
    initialValues: { callBackNote: '' },
    submit: async ({ callBackNote }) => {
      await withProgress(savingText, () => apply({ ...(fields && { fields }), callBackNote }, version));
      toast.success('Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Confirm the new bank account">
      <ContractForm form={form} label="Confirm the new bank account">
        <Text size="sm">
          <SettingValue settings={value} name="bankAccount" value={value.draftContent?.bankAccount} isPending />
        </Text>
        <Text size="sm">
          It takes effect {coolingOffHours} hours after you confirm it. Until then we pay the present account, and the
          organisation can stop the change.
        </Text>
        <Textarea
          label={callBackLabel}
          description={callBackHint}
          withAsterisk
          rows={3}
          maxLength={1000}
          data-autofocus
          {...form.field('callBackNote')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Confirm account</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
