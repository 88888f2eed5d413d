import type { SandboxMessage } from '@kerb/domain/sandbox/sandbox.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { piecesOf } from '@kerb/web/features/sandbox/linked-text.ts';
import classes from '@kerb/web/features/sandbox/message.module.css';
import { Anchor } from '@mantine/core';
import { IconMail, IconMessage } from '@tabler/icons-react';

// biome-ignore format: a table
const states: Record<SandboxMessage['state'], { label: string; tone: Tone }> = {
  queued:   { label: 'Queued',   tone: 'progress'  },
  held:     { label: 'Held',     tone: 'attention' },
  accepted: { label: 'Delivered', tone: 'success'   },
  failed:   { label: 'Failed',   tone: 'danger'    },
};
const channels = { email: { label: 'Email', Icon: IconMail }, sms: { label: 'SMS', Icon: IconMessage } };

export function MessageCard({ message }: { message: SandboxMessage }) {
  const { channel, to, subject, text, links, state, reason, createdDate, attachment } = message;
  const { label, Icon } = channels[channel];
  return (
    <article className={classes.message}>
      <div className={classes.head}>
        <span className={classes.to}>
          <Icon size={18} stroke={1.6} aria-hidden="true" />
          <span>{`${label} to ${to}`}</span>
        </span>
        <ToneBadge tone={states[state].tone}>{states[state].label}</ToneBadge>
        <span className={classes.when}>
          <DateText value={createdDate} style="time" />
        </span>
      </div>
      {subject && <h2 className={classes.subject}>{subject}</h2>}
      <p className={classes.text}>
        {piecesOf(text, links).map(({ at, piece, isLink }) =>
          isLink ? (
            <Anchor key={at} href={piece} target="_blank" rel="noreferrer" inherit underline="always">
              {piece}
            </Anchor>
          ) : (
            piece
          ),
        )}
      </p>
      {attachment && (
        <p className={classes.text}>
          <Anchor href={attachment.href} inherit underline="always">
            Attached document
          </Anchor>
        </p>
      )}
      {reason && <p className={classes.reason}>{reason}</p>}
    </article>
  );
}
