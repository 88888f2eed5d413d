import { eventGroups, eventLabels, type WebhookEvent, webhookEvents } from '@kerb/domain/webhooks/campaign-events.ts';
import { newWebhook, type Webhook, webhookEndpoints } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { ShownOnce } from '@kerb/web/design/shown-once.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/webhooks/webhooks.module.css';
import { webhookOf, webhooksOf } from '@kerb/web/features/webhooks/webhooks.queries.ts';
import { call, callVersioned, type Versioned } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

type EventsProps = { value: WebhookEvent[]; onChange: (events: WebhookEvent[]) => void; error?: React.ReactNode };

/** In the order of the log's table, not of the ticks. */
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
              <Checkbox key={event} value={event} label={eventLabels[event]} size="sm" />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
}

type WebhookFormProps = DialogProps & { tenantId: number; record: Versioned<Webhook> | null };

/** Registers a webhook and shows its secret, or changes an existing one. */
function WebhookForm({ tenantId, record, onClose }: WebhookFormProps) {
  const client = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const version = useRef(record?.version);
  const params = { webhookId: record?.value.id ?? 0 };
  const form = useContractForm({
    body: newWebhook,
    initialValues: { url: record?.value.url ?? '', events: record?.value.events ?? [...webhookEvents] },
    submit: async (body) => {
      await withProgress('Saving...', async () => {
        if (record) await callVersioned(webhookEndpoints.save, { params, body, ifMatch: version.current });
        else setSecret((await call(webhookEndpoints.create, { params: { tenantId }, body })).secret);
      });
      await client.invalidateQueries({ queryKey: webhooksOf(tenantId).queryKey });
      if (!record) return;
      toast.success('Saved');
      onClose();
    },
    ...(record && {
      reload: async () => {
        const newest = await client.fetchQuery(webhookOf(record.value.id));
        version.current = newest.version;
        return { url: newest.value.url, events: newest.value.events };
      },
    }),
  });
  const close = secret ? onClose : form.guardClose(onClose);
  const title = titleOf(record !== null);
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
              <SubmitButton>{record ? 'Save' : 'Register'}</SubmitButton>
            </Group>
          </Stack>
        </ContractForm>
      )}
    </Modal>
  );
}

const titleOf = (isThere: boolean) => (isThere ? 'Edit webhook' : 'Register webhook');

/** Fetches an existing webhook first, so that nobody overwrites values that they have not seen. */
function EditWebhook({ webhookId, ...rest }: DialogProps & { tenantId: number; webhookId: number }) {
  const { data, error, refetch } = useQuery(webhookOf(webhookId));
  if (data) return <WebhookForm {...rest} record={data} />;
  return (
    <Modal opened onClose={rest.onClose} title={titleOf(true)} size="lg">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LinesSkeleton lines={8} />}
    </Modal>
  );
}

type WebhookDialogProps = DialogProps & { tenantId: number; webhook: Webhook | null };

export function WebhookDialog({ webhook, ...rest }: WebhookDialogProps) {
  useReturnedFocus();
  return webhook ? <EditWebhook {...rest} webhookId={webhook.id} /> : <WebhookForm {...rest} record={null} />;
}
