import type { Deps } from '@kerb/server/platform/deps.ts';

/** What a message carries, named and not kept: which kind of document, and of which record. */
export type AttachmentOrder = { kind: string; id: number };
export type Attachment = { fileName: string; contentType: string; content: Buffer };

/** How each kind is made, at the moment that its message is delivered. Null: there is nothing to carry any more. */
export type AttachmentMakers = Readonly<Record<string, (deps: Deps, id: number) => Promise<Attachment | null>>>;

export async function makeAttachment(
  deps: Deps,
  makers: AttachmentMakers,
  { kind, id }: AttachmentOrder,
): Promise<Attachment | null> {
  const make = makers[kind];
  if (!make) throw new Error(`nobody makes attachments of kind ${kind}`);
  return make(deps, id);
}
