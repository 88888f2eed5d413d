import type { DeliveryChannel, DeliveryStage } from '@kerb/domain/payers/delivery.ts';
import type { Payer } from '@kerb/domain/payers/payers.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { Avatar } from '@kerb/web/design/avatar.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import rows from '@kerb/web/design/person-rows.module.css';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/payers/payers.module.css';
import { useShownLink } from '@kerb/web/features/payers/payers.queries.ts';
import { copyPaymentUrl } from '@kerb/web/features/payers/payment-url.tsx';
import { settings } from '@kerb/web/platform/settings.ts';
import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';

// biome-ignore format: a table
const deliveries: Record<NonNullable<Payer['delivery']>, { label: string; tone: Tone }> = {
  'not-sent': { label: 'Not sent',      tone: 'neutral' },
  queued:     { label: 'Queued',        tone: 'progress' },
  held:       { label: 'Held',          tone: 'attention' },
  accepted:   { label: 'Accepted by the mail server', tone: 'success' },
  failed:     { label: 'Not delivered', tone: 'danger' },
};

/** A sandbox's outbox is where its messages end. A real mail server only says that it took the message. */
const labelOf = (delivery: NonNullable<Payer['delivery']>): string =>
  delivery === 'accepted' && settings().sandbox ? 'Delivered' : deliveries[delivery].label;

// biome-ignore format: a table
const stages: Record<DeliveryStage, { label: string; tone: Tone }> = {
  queued:    { label: 'Queued',        tone: 'progress'  },
  held:      { label: 'Held',          tone: 'attention' },
  failed:    { label: 'Not delivered', tone: 'danger'    },
  sent:      { label: 'Sent',          tone: 'progress'  },
  bounced:   { label: 'Came back',     tone: 'danger'    },
  delivered: { label: 'Delivered',     tone: 'success'   },
  opened:    { label: 'Opened',        tone: 'success'   },
};
const channels: Record<DeliveryChannel, string> = { email: 'Email', sms: 'SMS' };

/** How far the messages got, by channel. */
function Deliveries({ payer: { deliveries = [], openedDate, nudgedDate } }: { payer: Payer }) {
  const isOpenedElsewhere = openedDate && !deliveries.some(({ stage }) => stage === 'opened');
  return (
    <>
      {deliveries.map(({ channel, stage, reason, date }) => (
        <span key={channel} className={classes.state}>
          <ToneBadge tone={stages[stage].tone}>{`${channels[channel]}: ${stages[stage].label}`}</ToneBadge>
          <DateText value={date} style="time" />
          {reason && <span>{reason}</span>}
        </span>
      ))}
      {isOpenedElsewhere && (
        <span className={classes.state}>
          <ToneBadge tone="success">Link opened</ToneBadge>
          <DateText value={openedDate} style="time" />
        </span>
      )}
      {nudgedDate && !openedDate && (
        <span className={classes.state}>
          Reminded <DateText value={nudgedDate} style="time" />
        </span>
      )}
    </>
  );
}

function Delivery({ payer }: { payer: Payer }) {
  if (payer.signatureDate) {
    return (
      <span className={classes.state}>
        <ToneBadge tone="success">Signed</ToneBadge>
        <DateText value={payer.signatureDate} style="time" />
      </span>
    );
  }
  if (payer.deliveries && payer.deliveries.length > 0) return <Deliveries payer={payer} />;
  if (!payer.delivery) return null;
  const { tone } = deliveries[payer.delivery];
  const label = labelOf(payer.delivery);
  return (
    <span className={classes.state}>
      <ToneBadge tone={tone}>{label}</ToneBadge>
      {payer.sentDate && <DateText value={payer.sentDate} style="time" />}
      {payer.deliveryReason && <span>{payer.deliveryReason}</span>}
    </span>
  );
}

/** A name and the details that the reader may see. */
function PayerLine({ payer, children }: { payer: Payer; children?: ReactNode }) {
  return (
    <li className={rows.row}>
      <Avatar name={payer.displayName} size={36} />
      <div className={rows.words}>
        <strong>{payer.displayName}</strong>
        {payer.emailAddress && (
          <span className={classes.contacts}>
            <Anchor size="sm" href={`mailto:${payer.emailAddress}`}>
              {payer.emailAddress}
            </Anchor>
            {payer.mobilePhone && (
              <Anchor size="sm" href={`tel:${payer.mobilePhone}`}>
                {payer.mobilePhone}
              </Anchor>
            )}
          </span>
        )}
        <Delivery payer={payer} />
      </div>
      {children && <div className={`${rows.actions} kerb-no-print`}>{children}</div>}
    </li>
  );
}

type PayerItemProps = {
  payer: Payer;
  agreementId: number;
  /** Whether the field below the list shows this payer's link. */
  hasField: boolean;
  onDetails: () => void;
  onSend?: (() => void) | undefined;
  /** Reminds a payer who has not opened the link for some days. */
  onNudge?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
};

export function PayerItem({ payer, agreementId, hasField, onDetails, ...on }: PayerItemProps) {
  const { onSend, onNudge, onRemove } = on;
  const { paymentUrl, signatureDate, displayName } = payer;
  const showLink = useShownLink(agreementId, payer.id);
  const isOpen = signatureDate === null;
  const sendLabel = payer.sentDate ? 'Resend Payment URL' : 'Send Payment URL';
  return (
    <PayerLine payer={payer}>
      <Button size="xs" variant="subtle" aria-label={`Details of ${payer.displayName}`} onClick={onDetails}>
        Details
      </Button>
      {paymentUrl && !hasField && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Copy Payment URL of ${displayName}`}
          onClick={() => void copyPaymentUrl(showLink)}
        >
          Copy Payment URL
        </Button>
      )}
      {payer.mayBeNudged && onNudge && (
        <Button size="xs" variant="default" aria-label={`Nudge ${displayName}`} onClick={onNudge}>
          Nudge
        </Button>
      )}
      {isOpen && onSend && (
        <Button size="xs" variant="default" aria-label={`${sendLabel} to ${displayName}`} onClick={onSend}>
          {sendLabel}
        </Button>
      )}
      {isOpen && onRemove && (
        <Button
          size="xs"
          variant="subtle"
          color="danger"
          c="var(--mantine-color-error)"
          aria-label={`Remove ${displayName}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </PayerLine>
  );
}
