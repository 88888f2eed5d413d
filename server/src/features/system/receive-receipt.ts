import {
  type MessageReceipt,
  messageOfReceipt,
  messageReceipt,
} from '@kerb/domain/notifications/message-receipts.contract.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type FailedMessage, tellFailedMessage } from '@kerb/server/platform/outbox/tell-failed-message.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { isSignedCall } from '@kerb/server/platform/security/webhook-signature.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';

type Noted = Omit<FailedMessage, 'reason'> & { wasBounced: boolean };

const unreadable = () => new Problem(400, 'not-readable', 'The receipt could not be read.');

function receiptIn(body: string): MessageReceipt {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // The provider is told that its receipt is no JSON.
    throw unreadable();
  }
  const read = z.safeDecode(messageReceipt, parsed as z.input<typeof messageReceipt>);
  if (!read.success) throw unreadable();
  return read.data;
}

/**
 * Stores what a provider reports of a message. A receipt that is repeated, older than the stored one, or of a message
 * that does not exist changes nothing.
 */
export async function receiveReceipt(deps: Deps, { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>) {
  const { messageReceiptsSecret } = deps.config;
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  const nowSeconds = Math.floor(Date.parse(realNow()) / 1_000);
  // Without a secret nothing can be signed.
  if (messageReceiptsSecret === null || !isSignedCall(messageReceiptsSecret, headers, text, nowSeconds)) {
    throw new Problem(400, 'not-signed', 'The receipt is not signed with our secret, or is too old.');
  }
  const { messageId, status, reason = null, date } = receiptIn(text);
  const message = messageOfReceipt(messageId);
  if (!message) throw unreadable();
  const bounce = status === 'bounced' ? (reason ?? 'other') : null;
  await inTransaction(deps, byTheProduct, async (work) => {
    const { rows } = await sql<Noted>`
      update messages m set receipt_status = ${status}, receipt_date = ${date}, receipt_reason = ${bounce}
      from (select id, receipt_status from messages where id = ${message.id} for update) b
      where m.id = b.id and m.state in ('queued', 'accepted')
        and floor(extract(epoch from m.created_date) * 1000) = ${message.createdMs}
        and (m.receipt_date is null or m.receipt_date < ${date})
      returning m.kind, m.channel, m.agreement_id, m.signatory_id, b.receipt_status is not distinct from 'bounced'
        as was_bounced`.execute(work.tx);
    const [noted] = rows;
    if (noted && bounce && !noted.wasBounced) await tellFailedMessage(work, { ...noted, reason: bounce });
  });
}
