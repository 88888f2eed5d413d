import { activities } from '@kerb/domain/audit/activity.ts';
import { eventGroups, type WebhookEvent, webhookEvents } from '@kerb/domain/webhooks/campaign-events.ts';
import { newWebhook, type Webhook, webhookEndpoints } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { ShownOnce } from '@kerb/web/design/shown-once.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/webhooks/webhooks.module.css';
import { webhooksOf } from '@kerb/web/features/webhooks/webhooks.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

type EventsProps = { value: WebhookEvent[]; onChange: (events: WebhookEvent[]) => void; error?: React.ReactNode };

/** In the order of the log's table, whatever was ticked first. */
const inOrder = (events: Iterable<WebhookEvent>): WebhookEvent[] => {
  const chosen = new Set(events);
  return webhookEvents.filter((event) => chosen.has(event));
};

function EventsInput({ value, onChange, ...rest }: EventsProps & { 'data-path'?: string }) {
  const isAll = value.length === webhookEvents.length;
  return (
    <Checkbox.Group
      {...rest}
      label="Events"
      required
      value={value}
      onChange={(chosen) => onChange(inOrder(chosen as WebhookEvent[]))}
    >
      <Button size="compact-sm" variant="default" mt="xs" onClick={() => onChange(isAll ? [] : [...webhookEvents])}>
        {isAll ? 'Choose none' : 'Choose all'}
      </Button>
      <div className={classes.groups}>
        {Object.entries(eventGroups).map(([name, events]) => (
          <fieldset key={name} className={classes.group}>
            <legend>{name}</legend>
            {events.map((event) => (
              <Checkbox key={event} value={event} label={activities[event]} size="sm" />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
}

type WebhookDialogProps = DialogProps & { tenantId: number; webhook: Webhook | null };

/** Registers a webhook and shows its secret, or changes one. */
export function WebhookDialog({ tenantId, webhook, onClose }: WebhookDialogProps) {
  useReturnedFocus();
  const client = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useContractForm({
    body: newWebhook,
    initialValues: { url: webhook?.url ?? '', events: webhook?.events ?? [...webhookEvents] },
    submit: async (body) => {
      await withProgress('Saving...', async () => {
        if (webhook) await call(webhookEndpoints.save, { params: { webhookId: webhook.id }, body });
        else setSecret((await call(webhookEndpoints.create, { params: { tenantId }, body })).secret);
      });
      await client.invalidateQueries({ queryKey: webhooksOf(tenantId).queryKey });
      if (!webhook) return;
      toast.success('Saved');
      onClose();
    },
  });
  const close = secret ? onClose : form.guardClose(onClose);
  const title = webhook ? 'Edit webhook' : 'Register webhook';
  return (
    <Modal opened onClose={close} title={title} size="lg">
      {secret ? (
        <ShownOnce values={[['Secret', secret]]} onClose={onClose} />
      ) : (
        <ContractForm form={form} label={title}>
          <Stack gap="md">
            <TextInput
              label="Address"
              description="Where events are posted to: https, on the public internet."
              type="url"
              inputMode="url"
              autoComplete="off"
              required
              {...form.field('url')}
            />
            <EventsInput value={form.form.values.events} {...form.field('events')} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <SubmitButton>{webhook ? 'Save' : 'Register'}</SubmitButton>
            </Group>
          </Stack>
        </ContractForm>
      )}
    </Modal>
  );
}
