import { type MailBlock, mailBlocks } from '@kerb/domain/notifications/mail-blocks.ts';
import type { MessagePreview } from '@kerb/domain/payers/payers.contract.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import classes from '@kerb/web/features/payers/message-preview.module.css';
import { Alert, Text } from '@mantine/core';

/** The link itself is made when the message is sent. Until then its place is shown. */
const isOurs = (link: string): boolean => link.endsWith('/pay/…');

function Block({ block }: { block: MailBlock }) {
  if (block.kind === 'facts') return <Facts rows={block.rows.map(({ label, value }) => [label, value])} />;
  if (block.kind === 'text') return <p className={classes.lines}>{block.lines.join('\n')}</p>;
  return (
    <p>
      <span className={classes.button}>{block.words ?? 'Open'}</span>
    </p>
  );
}

/** The text of a mail, drawn as a mailbox shows it. */
export function MailPaper({ text }: { text: string }) {
  return (
    <div className={classes.paper}>
      {mailBlocks(text, isOurs).map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a mail keep their order
        <Block key={place} block={block} />
      ))}
    </div>
  );
}

export const SmsBubble = ({ text }: { text: string }) => <p className={classes.bubble}>{text}</p>;

function Mail({ email }: { email: NonNullable<MessagePreview['email']> }) {
  return (
    <section aria-label={`Email to ${email.to}`} className={classes.message}>
      <Facts
        rows={[
          ['To', email.to],
          ['From', email.from],
          ...(email.replyTo ? [['Answers go to', email.replyTo] as const] : []),
          ['Subject', email.subject],
        ]}
      />
      <MailPaper text={email.text} />
    </section>
  );
}

type SmsProps = { sms: NonNullable<MessagePreview['sms']>; wantsNote: boolean };

function Sms({ sms, wantsNote }: SmsProps) {
  return (
    <section aria-label={`Text message to ${sms.to}`} className={classes.message}>
      <Facts
        rows={[
          ['To', sms.to],
          ['From', sms.from ?? 'Our number'],
        ]}
      />
      <SmsBubble text={sms.text} />
      {wantsNote && !sms.hasNote && (
        <Text size="sm" c="dimmed">
          Your note does not fit in the text message. It is in the email only.
        </Text>
      )}
    </section>
  );
}

/** The messages of one payer, as they will be sent. */
export function PayerMessages({ preview, wantsNote }: { preview: MessagePreview; wantsNote: boolean }) {
  const { displayName, problem, email, sms } = preview;
  return (
    <section aria-label={`Messages to ${displayName}`} className={classes.payer}>
      <h3 className={classes.name}>{displayName}</h3>
      {problem && <Alert color="danger">{problem}</Alert>}
      {email && <Mail email={email} />}
      {sms && <Sms sms={sms} wantsNote={wantsNote} />}
      {email && !sms && (
        <Text size="sm" c="dimmed">
          No text message: this payer has no mobile.
        </Text>
      )}
    </section>
  );
}
