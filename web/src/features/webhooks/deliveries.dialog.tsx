import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { eventLabels, isWebhookEvent } from '@kerb/domain/webhooks/campaign-events.ts';
import {
  type DeliveryState,
  type Webhook,
  type WebhookDelivery,
  webhookEndpoints,
} from '@kerb/domain/webhooks/webhooks.contract.ts';
import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Pager } from '@kerb/web/design/pager.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/webhooks/webhooks.module.css';
import { deliveriesOf, deliveriesPerPage, webhookKeys } from '@kerb/web/features/webhooks/webhooks.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

// biome-ignore format: a table
const stateWords: Record<DeliveryState, { label: string; tone: Tone }> = {
  waiting:   { label: 'Waiting',   tone: 'progress' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed:    { label: 'Failed',    tone: 'danger' },
};

const nameOf = (type: WebhookDelivery['type']): string => (isWebhookEvent(type) ? eventLabels[type] : 'Test');

/** The sent body, indented. */
const readable = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

type Attempt = WebhookDelivery['attempts'][number];

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const { date, durationMs, reason, responseStatus, responseBody, requestHeaders } = attempt;
  return (
    <li className={classes.attempt}>
      <span>
        <DateText value={date} style="time" /> · {responseStatus ?? 'no answer'} · {durationMs} ms
        {reason && <> · {reason}</>}
      </span>
      <CodeBlock label="Headers sent" text={headerLines(requestHeaders)} />
      {responseBody && <CodeBlock label="Answer" text={responseBody} />}
    </li>
  );
}

type DeliveryProps = { delivery: WebhookDelivery; mayResend: boolean; onResend: () => void };

function Delivery({ delivery, mayResend, onResend }: DeliveryProps) {
  const [isShown, setShown] = useState(false);
  const { id, type, state, creationDate, requestBody, attempts, nextAttemptDate, eventId } = delivery;
  const { label, tone } = stateWords[state];
  const named = `${nameOf(type)}, ${eventId}`;
  return (
    <li className={classes.delivery}>
      <div className={classes.head}>
        <span>
          <strong>{nameOf(type)}</strong> <ToneBadge tone={tone}>{label}</ToneBadge>
          <Text size="sm" c="dimmed" component="div">
            <DateText value={creationDate} style="time" />
            {attempts[0]?.reason && state !== 'delivered' && <> · {attempts[0].reason}</>}
            {nextAttemptDate && attempts.length > 0 && (
              <>
                {' '}
                Next try <DateText value={nextAttemptDate} style="time" />
              </>
            )}
          </Text>
        </span>
        <span className={classes.buttons}>
          {mayResend && (
            <Button size="xs" variant="default" aria-label={`Resend: ${named}`} onClick={onResend}>
              Resend
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            aria-expanded={isShown}
            aria-controls={`delivery-${id}`}
            aria-label={`${isShown ? 'Hide' : 'Show'} details: ${named}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide Details' : 'Show Details'}
          </Button>
        </span>
      </div>
      <div id={`delivery-${id}`}>
        {isShown && (
          <Stack gap="xs">
            <CodeBlock label="Event" text={readable(requestBody)} />
            <ul className={classes.attempts} aria-label="Attempts">
              {attempts.map((attempt) => (
                <AttemptRow key={attempt.date} attempt={attempt} />
              ))}
            </ul>
          </Stack>
        )}
      </div>
    </li>
  );
}

const stateChoices = [
  { value: '', label: 'All deliveries' },
  ...Object.entries(stateWords).map(([value, { label }]) => ({ value, label })),
];

/** The deliveries to a webhook with their responses, to read and to send again. */
export function DeliveriesDialog({ webhook, onClose }: DialogProps & { webhook: Webhook }) {
  useReturnedFocus();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<DeliveryState | ''>('');
  const { data, error, refetch } = useQuery(deliveriesOf(webhook.id, { page, ...(state && { state }) }));
  const resend = async ({ id: deliveryId }: WebhookDelivery) => {
    try {
      await withProgress('Sending...', () => call(webhookEndpoints.resend, { params: { deliveryId } }));
      toast.success('Sent');
    } catch (problem) {
      toast.error(problem);
    }
    await client.invalidateQueries({ queryKey: webhookKeys.all });
  };
  const choose = (chosen: string) => {
    setPage(1);
    setState(chosen as DeliveryState | '');
  };
  const totalItems = data?.totalItems ?? 0;
  return (
    <Modal opened onClose={onClose} title="Deliveries" size="xl">
      <Stack gap="md">
        <Text size="sm" className={classes.address}>
          {webhook.url}
        </Text>
        <NativeSelect
          label="Show"
          data={stateChoices}
          value={state}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LinesSkeleton lines={6} />}
        {data?.totalItems === 0 && <EmptyState text="There are no deliveries." />}
        <ul className={classes.list} aria-label="Deliveries">
          {data?.items.map((delivery) => (
            <Delivery
              key={delivery.id}
              delivery={delivery}
              mayResend={webhook.active && delivery.state !== 'waiting'}
              onResend={() => void resend(delivery)}
            />
          ))}
        </ul>
        {totalItems > deliveriesPerPage && (
          <Pager page={page} perPage={deliveriesPerPage} totalItems={totalItems} onPage={setPage} />
        )}
      </Stack>
    </Modal>
  );
}
