import { asAttachment } from '@kerb/server/platform/files/file-name.ts';
import type { FastifyReply } from 'fastify';

type SentFile = { fileName: string; contentType: string; content: Buffer };

/** The policy of a response that is a file: opened by itself, it runs nothing, loads nothing and is in no frame. */
export const filePolicy = "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a file as an attachment, under a policy that runs no scripts, and without caching. */
export async function sendFile(reply: FastifyReply, file: SentFile): Promise<undefined> {
  await reply
    .header('content-type', file.contentType)
    .header('content-length', file.content.length)
    .header('content-disposition', asAttachment(file.fileName))
    .header('content-security-policy', filePolicy)
    .header('cache-control', 'private, no-store')
    .send(file.content);
  return undefined;
}
