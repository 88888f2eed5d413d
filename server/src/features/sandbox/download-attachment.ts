import type { Deps } from '@kerb/server/platform/deps.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';
import { type AttachmentMakers, makeAttachment } from '@kerb/server/platform/outbox/attachments.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyReply } from 'fastify';

/** Renders the attachment of a message in the same way as its delivery. */
export async function downloadAttachment(
  deps: Deps,
  makers: AttachmentMakers,
  id: number,
  reply: FastifyReply,
): Promise<undefined> {
  const message = await deps.db
    .selectFrom('messages')
    .select(['attachmentKind', 'attachmentId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!message?.attachmentKind || message.attachmentId === null) throw notFound('document');
  const order = { kind: message.attachmentKind, id: message.attachmentId };
  const attachment = await makeAttachment(deps, makers, order);
  if (!attachment) throw notFound('document');
  return sendFile(reply, attachment);
}
