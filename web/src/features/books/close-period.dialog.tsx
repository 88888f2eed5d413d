import { closing } from '@kerb/domain/books/periods.contract.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { usePeriodChanges } from '@kerb/web/features/books/periods.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text } from '@mantine/core';

/** The last day of the month before, which is the usual end of a period. */
const endOfLastMonth = (today: Day): Day => addDays(`${today.slice(0, 7)}-01`, -1);

export function ClosePeriodDialog({ today, onClose }: DialogProps & { today: Day }) {
  useReturnedFocus();
  const { close: closeBooks } = usePeriodChanges();
  const form = useContractForm({
    body: closing,
    initialValues: { lastDay: endOfLastMonth(today) },
    submit: async ({ lastDay }) => {
      await withProgress('Closing...', () => closeBooks(lastDay));
      toast.success('The period is closed');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Close a period">
      <ContractForm form={form} label="Close a period">
        <Text size="sm">
          Nothing is posted until this day any more. A correction is posted on the first open day. Only another admin
          can open the period again.
        </Text>
        <DateField label="Last day" withAsterisk data-autofocus {...form.field('lastDay')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Close period</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
