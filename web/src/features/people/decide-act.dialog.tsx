import { confirmedAct, type PendingAct, refusedAct } from '@kerb/domain/second-person/acts.contract.ts';
import { acts } from '@kerb/domain/second-person/acts.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useActDecisions } from '@kerb/web/features/people/acts.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Textarea } from '@mantine/core';

/** What would change, in words. A value that stays is shown once. */
export function ActFacts({ act }: { act: PendingAct }) {
  const rows = act.changes.map(
    ({ label, before, after }) => [label, before === after ? before : `${before ?? '–'} → ${after ?? '–'}`] as const,
  );
  return <Facts rows={[...rows, [acts[act.kind].reason.label, act.reason]]} />;
}

type Props = DialogProps & { act: PendingAct; how: 'confirm' | 'refuse' };

// biome-ignore format: a table
const words = {
  confirm: { title: 'Confirm',  button: 'Confirm', done: 'Confirmed', body: confirmedAct },
  refuse:  { title: 'Refuse',   button: 'Refuse',  done: 'Refused',   body: refusedAct },
} as const;

/** Asks a second admin to confirm or refuse what another one has asked for. */
export function DecideActDialog({ act, how, onClose }: Props) {
  useReturnedFocus();
  const decide = useActDecisions();
  const { title, button, done, body } = words[how];
  const noteLabel = how === 'refuse' ? 'Why?' : acts[act.kind].note?.label;
  const form = useContractForm({
    body,
    initialValues: { note: '' },
    submit: async ({ note }) => {
      await withProgress(savingText, () => decide[how](act.id, note ?? ''));
      toast.success(done);
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={`${title}: ${acts[act.kind].label}`}>
      <ContractForm form={form} label={title}>
        <p>
          {act.asked.userName} has asked {acts[act.kind].asked(act.subject.name)}.
        </p>
        <ActFacts act={act} />
        {noteLabel && <Textarea label={noteLabel} withAsterisk rows={3} data-autofocus {...form.field('note')} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton {...(how === 'refuse' && { color: 'danger' })}>{button}</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
