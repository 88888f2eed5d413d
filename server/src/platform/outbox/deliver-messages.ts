import { setTimeout as pause } from 'node:timers/promises';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { isInAgencysName, mailSenderName } from '@kerb/domain/notifications/sender.ts';
import { fillSecrets } from '@kerb/domain/vocabulary/message-secrets.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { endsRun, rowFailed, throwFailures } from '@kerb/server/platform/jobs/for-each-row.ts';
import { withLogFields } from '@kerb/server/platform/log/log-fields.ts';
import {
  type AttachmentMakers,
  type MadeAttachment,
  makeAttachment,
} from '@kerb/server/platform/outbox/attachments.ts';
import { type CampaignSender, campaignSenders } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { mailHtml } from '@kerb/server/platform/outbox/mail-layout.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import { type FailedMessage, tellFailedMessage } from '@kerb/server/platform/outbox/tell-failed-message.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import type { ImitatedReceipt } from '@kerb/server/platform/ports/imitated-receipt.ts';
import type { Attachment } from '@kerb/server/platform/ports/mail-gateway.ts';
import { sql } from 'kysely';

/** Minutes to wait after the first failure, the second, and so on. */
export const retryMinutes = [1, 5, 30, 120, 720];
const mostAttempts = retryMinutes.length + 1;
const mostAtOnce = 5;
/** How often a run looks for new messages while it waits for a slow one. */
const lookAgainMs = 1_000;
/** The claim of an urgent message, which its server renews. If the server dies, another one soon sends the message. */
const urgentLease = { seconds: 4, renewedMs: 1_000 };

/** Urgent messages have their own turn, so that they never wait behind others. */
type Lane = 'urgent' | 'other';
type Delivery = { now?: Moment; makers?: AttachmentMakers; lane?: Lane };

type Due = {
  id: number;
  kind: string;
  agreementId: number | null;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string | null;
  body: string;
  sealedSecrets: Buffer | null;
  attempts: number;
  createdDate: Moment;
  isUrgent: boolean;
  attachmentKind: string | null;
  attachmentId: number | null;
  requestId: string | null;
};

type Claimed = { channels: readonly string[]; now: Moment; lane: Lane | undefined };

/**
 * Claims due messages and counts the attempt in the same statement, before the attempt. If the server dies while
 * sending, the next attempt is already scheduled, counted from now and not from the start of the run. A message may
 * arrive twice, with the same id; it is never lost.
 */
async function claimDue(deps: Deps, { channels, now, lane }: Claimed, most: number): Promise<Due[]> {
  const ofLane = lane === undefined ? sql`true` : sql`is_urgent = ${lane === 'urgent'}`;
  const { rows } = await sql<Due>`
    update messages m set attempts = m.attempts + 1,
      next_attempt_date = greatest(${now}::timestamptz, ${realNow()}::timestamptz) + case
        when m.is_urgent then make_interval(secs => ${urgentLease.seconds})
        else make_interval(mins => (${retryMinutes}::integer[])[least(m.attempts + 1, ${retryMinutes.length})]) end
    where m.id in (
      select id from messages
      where state = 'queued' and channel = any(${channels}::text[]) and next_attempt_date <= ${now} and ${ofLane}
      order by next_attempt_date, id limit ${most} for update skip locked)
    returning m.id, m.kind, m.agreement_id, m.channel, m.recipient, m.subject, m.body, m.sealed_secrets, m.attempts, m.created_date,
      m.is_urgent, m.attachment_kind, m.attachment_id, m.request_id
  `.execute(deps.db);
  return rows;
}

function attachmentOf(deps: Deps, makers: AttachmentMakers, { attachmentKind, attachmentId }: Due) {
  if (attachmentKind === null || attachmentId === null) return null;
  return makeAttachment(deps, makers, { kind: attachmentKind, id: attachmentId });
}

type Gateways = Pick<Deps, 'mail' | 'sms'>;
const gatewayOf = ({ mail, sms }: Gateways, channel: Due['channel']) => (channel === 'email' ? mail : sms);

/** In a sandbox without a provider the outbox itself takes a message: its screen shows the links and codes. */
const isTakenByOutbox = (deps: Deps, channel: Due['channel']): boolean =>
  gatewayOf(deps, channel)?.takesForOutbox === true;

/** The organisation in whose name a message goes out; null if it is from us. */
async function agencyOf({ db }: Deps, { kind, agreementId }: Due): Promise<CampaignSender | null> {
  if (agreementId === null || !isInAgencysName(kind)) return null;
  return (await campaignSenders(db, [agreementId])).get(agreementId) ?? null;
}

/** The organisation's name as the sender. The address stays ours, and answers go to the agent. */
const mailFrom = (agency: CampaignSender | null, { brand }: Deps['country']) =>
  agency && {
    fromName: mailSenderName(agency.organisation, brand),
    ...(agency.agentEmail && { replyTo: agency.agentEmail }),
  };

/** Sends a message and returns its attachment. */
async function handOver(deps: Deps, makers: AttachmentMakers, message: Due): Promise<MadeAttachment | null> {
  const { config, country } = deps;
  const text = fillSecrets(message.body, secretsOf(deps.secrets, message.sealedSecrets));
  const id = `kerb-${message.id}-${Date.parse(message.createdDate)}`;
  const agency = await agencyOf(deps, message);
  if (message.channel === 'sms') {
    const from = agency?.smsSenderName;
    await must(deps.sms, 'SMS gateway').send({ id, to: message.recipient, text, ...(from && { from }) });
    return null;
  }
  const made = await attachmentOf(deps, makers, message);
  const { whenDelivered: _, ...attachment } = made ?? {};
  await must(deps.mail, 'mail gateway').send({
    id: `${id}@${new URL(config.publicUrl).hostname}`,
    to: message.recipient,
    ...mailFrom(agency, country),
    subject: message.subject ?? country.brand,
    text,
    html: mailHtml(text, { ...country, publicUrl: config.publicUrl, organisation: agency?.organisation ?? null }),
    ...(made && { attachment: attachment as Attachment }),
  });
  return made;
}

/** The reason that staff see. A refusal comes from the provider; any other error is a bug. */
function failureOf(error: unknown, { log }: Deps, { attempts }: Due): string {
  const facts = { err: error, attempts };
  if (error instanceof DeliveryFailure) {
    log.warn(facts, 'a message was refused');
    return error.reason;
  }
  log.error(facts, 'a message could not be sent');
  return 'It could not be handed over.';
}

/** The claim of an urgent message is short, and is renewed while it is being sent. */
function keepClaim({ db, log }: Deps, { id, isUrgent }: Due): () => void {
  if (!isUrgent) return () => {};
  const renew = () =>
    sql`update messages set next_attempt_date = clock_timestamp() + make_interval(secs => ${urgentLease.seconds})
      where id = ${id} and state = 'queued'`
      .execute(db)
      .catch((error) => log.warn({ err: error }, 'the claim of a message was not renewed'));
  const timer = setInterval(() => void renew(), urgentLease.renewedMs);
  return () => clearInterval(timer);
}

/** The next attempt of an urgent message that failed. For other messages the claim has already set it. */
const nextAttempt = ({ isUrgent, attempts }: Due) =>
  isUrgent ? { nextAttemptDate: addMinutes(realNow(), retryMinutes[attempts - 1] ?? 0) } : {};

/** The link of a message that failed is kept for some days: an admin can send it again. A code has ended by then. */
const forgetsSecrets = (deps: Deps, { channel, isUrgent }: Due, failure: string | null): boolean =>
  !isTakenByOutbox(deps, channel) && (failure === null || isUrgent);

/** Why a message did not arrive, as far as it is known now; null if it may have arrived. */
function failureReason(isLost: boolean, receipt: ImitatedReceipt | undefined): FailedMessage['reason'] | null {
  if (isLost) return 'not-sent';
  return receipt?.status === 'bounced' ? receipt.reason : null;
}

async function deliver(deps: Deps, makers: AttachmentMakers, message: Due): Promise<void> {
  const letGo = keepClaim(deps, message);
  const { failure, made } = await handOver(deps, makers, message)
    .then(
      (made) => ({ failure: null, made }),
      (error) => ({ failure: failureOf(error, deps, message), made: null }),
    )
    .finally(letGo);
  const isOver = failure === null || message.attempts >= mostAttempts;
  const lost = isOver ? 'failed' : 'retried';
  deps.metrics.messages.inc({ channel: message.channel, outcome: failure === null ? 'sent' : lost });
  const deliveredDate = deps.clock.now();
  const receipt = failure === null ? gatewayOf(deps, message.channel)?.imitatedReceipt?.(message.recipient) : undefined;
  const afterwards: (() => void)[] = [];
  await deps.db.transaction().execute(async (tx) => {
    const noted = await tx
      .updateTable('messages')
      .set({
        reason: failure,
        ...(failure === null ? { deliveredDate } : nextAttempt(message)),
        ...(receipt && {
          receiptStatus: receipt.status,
          receiptReason: receipt.status === 'bounced' ? receipt.reason : null,
          receiptDate: deliveredDate,
        }),
        ...(isOver && { state: failure === null ? 'accepted' : 'failed' }),
        ...(isOver && forgetsSecrets(deps, message, failure) && { sealedSecrets: null }),
      })
      .where('id', '=', message.id)
      .where('state', '=', 'queued')
      .returning(['userId', 'signatoryId'])
      .executeTakeFirst();
    if (!noted) return;
    await made?.whenDelivered?.(tx, { userId: noted.userId, deliveredDate });
    const reason = failureReason(isOver && failure !== null, receipt);
    const telling = { tx, deps, now: deliveredDate, afterCommit: (then: () => void) => afterwards.push(then) };
    if (reason) await tellFailedMessage(telling, { ...message, signatoryId: noted.signatoryId, reason });
  });
  for (const then of afterwards) then();
}

/**
 * Sends all due messages, a few at a time. A slow one, such as a mail with a document that takes long to render, delays
 * only itself. Safe on several servers at once. With `now`, sends what is due at that time.
 */
export async function deliverMessages(deps: Deps, { now, makers = {}, lane }: Delivery = {}): Promise<void> {
  const channels = (['email', 'sms'] as const).filter((channel) => gatewayOf(deps, channel) !== null);
  if (channels.length === 0) return;
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let isAway = false;
  const start = (message: Due) => {
    const { id: messageId, requestId } = message;
    const sending = withLogFields({ messageId, ...(requestId && { requestId }) }, () => deliver(deps, makers, message))
      .catch((error) => {
        failures.push(error);
        isAway ||= endsRun(error);
        return rowFailed(deps, { kind: 'message', id: message.id }, error, { isKept: false });
      })
      .then(() => {
        underWay.delete(sending);
      });
    underWay.add(sending);
  };
  while (!isAway) {
    const room = mostAtOnce - underWay.size;
    const due = room > 0 ? await claimDue(deps, { channels, now: now ?? realNow(), lane }, room) : [];
    due.forEach(start);
    if (underWay.size === 0) return throwFailures('message', failures);
    if (due.length < room || room === 0) await oneOf(underWay, lookAgainMs);
  }
  await Promise.all(underWay);
  throw failures[0];
}

/** Waits until one of these ends, or the time is over. */
async function oneOf(underWay: Iterable<Promise<void>>, longestMs: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([...underWay, pause(longestMs, undefined, { signal: timer.signal })]);
  timer.abort();
}
