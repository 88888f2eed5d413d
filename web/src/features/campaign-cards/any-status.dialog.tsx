import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { type AgreementStatus, agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';

type AnyStatusDialogProps = DialogProps & {
  record: Versioned<Agreement>;
  onSet: (to: AgreementStatus) => Promise<void>;
};

/** Any status, for an admin. A button sets it, because arrow keys in a selector must not move a campaign. */
export function AnyStatusDialog({ record, onSet, onClose }: AnyStatusDialogProps) {
  const { status, campaignBudgetFundsPurpose } = record.value;
  const [chosen, setChosen] = useState(status);
  const choices = agreementStatuses.map((value) => ({ value, label: statusLabel(value, campaignBudgetFundsPurpose) }));
  const set = () => {
    onClose();
    void onSet(chosen);
  };
  return (
    <Modal opened onClose={onClose} title="Set another status">
      <Stack gap="md">
        <NativeSelect
          label="Any status"
          data-autofocus
          data={choices}
          value={chosen}
          onChange={({ currentTarget: { value } }) => setChosen(agreementStatuses.find((s) => s === value) ?? status)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Go back
          </Button>
          <Button disabled={chosen === status} onClick={set}>
            Set status
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
