import { resetOfSecondFactor } from '@kerb/domain/people/people.contract.ts';
import { type ActKind, acts } from '@kerb/domain/second-person/acts.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Textarea } from '@mantine/core';

export const askedText = 'Asked. Another admin has to confirm it.';

type Props = DialogProps & { kind: ActKind; name: string; onAsk: (reason: string) => Promise<unknown> };

/** Asks for the reason of an act that a second admin has to confirm. */
export function AskSecondDialog({ kind, name, onAsk, onClose }: Props) {
  useReturnedFocus();
  const { label, reason, asked } = acts[kind];
  const form = useContractForm({
    body: resetOfSecondFactor,
    initialValues: { reason: '' },
    submit: async ({ reason: typed }) => {
      await withProgress(savingText, () => onAsk(typed ?? ''));
      toast.success(askedText);
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={label}>
      <ContractForm form={form} label={label}>
        <p>You ask {asked(name)}. Nothing changes until another admin has confirmed it.</p>
        <Textarea label={reason.label} withAsterisk rows={3} data-autofocus {...form.field('reason')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Ask</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
