import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { webhookEvents } from '@kerb/domain/webhooks/campaign-events.ts';
import { isPaused, pauseReasonWords } from '@kerb/domain/webhooks/pause-reasons.ts';
import { type Webhook, webhookEndpoints } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { ShownOnce } from '@kerb/web/design/shown-once.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { DeliveriesDialog } from '@kerb/web/features/webhooks/deliveries.dialog.tsx';
import { WebhookDialog } from '@kerb/web/features/webhooks/webhook.dialog.tsx';
import classes from '@kerb/web/features/webhooks/webhooks.module.css';
import { webhooksOf } from '@kerb/web/features/webhooks/webhooks.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

function stateOf({ active, disabledReason, failingSinceDate }: Webhook): { label: string; tone: Tone } {
  if (isPaused(disabledReason)) return { label: 'Paused', tone: 'attention' };
  if (!active) return { label: disabledReason === 'failing' ? 'Switched off after failing' : 'Off', tone: 'neutral' };
  return failingSinceDate ? { label: 'Failing', tone: 'danger' } : { label: 'On', tone: 'success' };
}

const eventsText = ({ events }: Webhook): string =>
  events.length === webhookEvents.length ? 'All events' : `${events.length} of ${webhookEvents.length} kinds of event`;

type Action = 'edit' | 'deliveries' | 'test' | 'switch' | 'rotate' | 'delete';

function actionsOf({ active }: Webhook): [Action, string][] {
  return [
    ['deliveries', 'Deliveries'],
    ...(active ? ([['test', 'Send test']] as [Action, string][]) : []),
    ['edit', 'Edit'],
    ['rotate', 'New secret'],
    ['switch', active ? 'Switch off' : 'Switch on'],
    ['delete', 'Delete'],
  ];
}

function WebhookItem({ webhook, onAction }: { webhook: Webhook; onAction: (action: Action) => void }) {
  const { url, displayName, creationDate, lastDeliveryDate, failingSinceDate, disabledReason } = webhook;
  const { label, tone } = stateOf(webhook);
  return (
    <li className={classes.webhook}>
      <div className={classes.head}>
        <strong className={classes.address}>{url}</strong>
        <ToneBadge tone={tone}>{label}</ToneBadge>
      </div>
      <Facts
        rows={[
          ...(isPaused(disabledReason) ? [['Why it is paused', pauseReasonWords[disabledReason]] as const] : []),
          ['Events', eventsText(webhook)],
          ['Registered by', displayName ?? '–'],
          ['Registered', <DateText key="made" value={creationDate} />],
          ['Last delivery', lastDeliveryDate ? <DateText key="last" value={lastDeliveryDate} style="time" /> : 'Never'],
          ...(failingSinceDate
            ? [['Failing since', <DateText key="since" value={failingSinceDate} style="time" />] as const]
            : []),
        ]}
      />
      <div className={classes.buttons}>
        {actionsOf(webhook).map(([action, words]) => (
          <Button
            key={action}
            size="xs"
            variant="default"
            aria-label={`${words}: ${url}`}
            onClick={() => onAction(action)}
          >
            {words}
          </Button>
        ))}
      </div>
    </li>
  );
}

const asked = {
  delete: {
    title: 'Delete webhook',
    text: 'Delete this webhook and its log? Nothing is sent to it any more.',
    confirmLabel: 'Delete',
    danger: true,
  },
  rotate: {
    title: 'New secret',
    text: 'Give this webhook a new secret? Deliveries are signed with the old one too for a day.',
    confirmLabel: 'New secret',
  },
} as const;

/** The manager who switches a paused webhook on answers for its address from then on. */
const askedToResume = ({ url }: Webhook) => ({
  title: 'Switch on',
  text: `Look at the address first: ${url}. The events of your campaigns are sent there.`,
  confirmLabel: 'Switch on',
});

/** Actions that happen at once, without their own dialog. */
function useWebhookActions(tenantId: number, showSecret: (secret: string) => void) {
  const client = useQueryClient();
  const run = async (busy: string, done: string, work: () => Promise<unknown>) => {
    try {
      await withProgress(busy, work);
      toast.success(done);
    } catch (problem) {
      toast.error(problem);
    }
    await client.invalidateQueries({ queryKey: webhooksOf(tenantId).queryKey });
  };
  return async (action: Action, webhook: Webhook) => {
    const { id: webhookId, active } = webhook;
    const params = { webhookId };
    const isResumed = action === 'switch' && isPaused(webhook.disabledReason);
    if (isResumed && !(await confirm(askedToResume(webhook)))) return;
    if ((action === 'delete' || action === 'rotate') && !(await confirm(asked[action]))) return;
    if (action === 'test') await run('Sending...', 'Sent', () => call(webhookEndpoints.test, { params }));
    if (action === 'delete') await run('Removing...', 'Removed', () => call(webhookEndpoints.delete, { params }));
    if (action === 'switch') {
      const save = () => call(webhookEndpoints.save, { params, body: { active: !active } });
      await run('Saving...', active ? 'Disabled' : 'Enabled', save);
    }
    if (action === 'rotate') {
      await run('Saving...', 'Saved', async () => showSecret((await call(webhookEndpoints.rotate, { params })).secret));
    }
  };
}

type Opened = { dialog: 'edit' | 'deliveries'; webhook: Webhook | null };

/** The addresses of an organisation's systems that receive events of its campaigns; for its managers and admins. */
export function WebhooksCard({ tenantId }: { tenantId: number }) {
  const { data, error, refetch } = useQuery(webhooksOf(tenantId));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const act = useWebhookActions(tenantId, setSecret);
  const onAction = (webhook: Webhook) => (action: Action) => {
    if (action === 'edit' || action === 'deliveries') setOpened({ dialog: action, webhook });
    else void act(action, webhook);
  };
  const close = () => setOpened(null);
  return (
    <Surface
      title="Webhooks"
      actions={
        <Button variant="default" onClick={() => setOpened({ dialog: 'edit', webhook: null })}>
          Register webhook
        </Button>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LinesSkeleton lines={3} />}
      {data?.length === 0 && (
        <EmptyState
          text="There are no webhooks."
          help="A webhook sends the events of your campaigns to your own systems."
        />
      )}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} onAction={onAction(webhook)} />
          ))}
        </ul>
      )}
      {opened?.dialog === 'edit' && <WebhookDialog tenantId={tenantId} webhook={opened.webhook} onClose={close} />}
      {opened?.dialog === 'deliveries' && opened.webhook && (
        <DeliveriesDialog webhook={opened.webhook} onClose={close} />
      )}
      {secret && (
        <Modal opened onClose={() => setSecret(null)} title="New secret">
          <ShownOnce values={[['Secret', secret]]} onClose={() => setSecret(null)} />
        </Modal>
      )}
    </Surface>
  );
}
