import { mostAtOnce, newInvitations } from '@kerb/domain/team/invitations.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import slots from '@kerb/web/design/slots.module.css';
import { toast } from '@kerb/web/design/toasts.ts';
import { AccessFields, PersonFields } from '@kerb/web/features/team/person-fields.tsx';
import { inviteeOf, nobodyYet, type PersonValues } from '@kerb/web/features/team/person-form.ts';
import { useTeamChanges } from '@kerb/web/features/team/team.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { Button, Group, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

type Values = { invitations: PersonValues[] };

/** A new slot takes the cursor; so does the button once a slot has gone. */
function useFocusOnChange(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) box.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus();
    if (count < before.current) box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
    before.current = count;
  }, [count]);
  return box;
}

function Slots({ form }: { form: ContractFormState<Values> }) {
  const people = form.form.values.invitations;
  const box = useFocusOnChange(people.length);
  return (
    <div ref={box} className={slots.slots}>
      {people.map((person, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form knows a slot by its place alone
        <fieldset key={place} className={slots.slot}>
          <legend className={slots.legend}>{people.length === 1 ? 'Team member' : `Team member ${place + 1}`}</legend>
          {people.length > 1 && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="danger"
              c="var(--mantine-color-error)"
              className={slots.remove}
              onClick={() => form.form.removeListItem('invitations', place)}
            >
              Remove
            </Button>
          )}
          <PersonFields form={form} at={`invitations.${place}.`} person={person} />
          <AccessFields form={form} at={`invitations.${place}.`} />
        </fieldset>
      ))}
      {people.length < mostAtOnce && (
        <Button
          data-add
          variant="subtle"
          size="xs"
          className={slots.add}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => form.form.insertListItem('invitations', { ...nobodyYet })}
        >
          Add another team member
        </Button>
      )}
    </div>
  );
}

export function InviteMembersDialog({ tenantId, onClose }: DialogProps & { tenantId: number }) {
  useReturnedFocus();
  const isPhone = useIsPhone();
  const { invite } = useTeamChanges(tenantId);
  const form = useContractForm({
    body: newInvitations,
    initialValues: { invitations: [{ ...nobodyYet }] } as Values,
    toBody: ({ invitations }) => ({ tenant: tenantId, invitations: invitations.map(inviteeOf) }),
    submit: async ({ invitations }) => {
      await withProgress('Sending invitation...', () => invite(invitations));
      toast.success('Invitation Sent');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title="Invite Team Members" size="lg" fullScreen={isPhone}>
      <ContractForm form={form} label="Invite Team Members">
        <Slots form={form} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>
            {form.form.values.invitations.length === 1 ? 'Send Invitation' : 'Send Invitations'}
          </SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
