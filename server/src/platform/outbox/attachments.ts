import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Attachment } from '@kerb/server/platform/ports/mail-gateway.ts';

/** What a message carries, named and not kept: which kind of document, and of which record. */
export type AttachmentOrder = { kind: string; id: number };

/** To whose account a message went, and when it was handed over. */
export type Delivered = { userId: number | null; deliveredDate: Moment };
export type MadeAttachment = Attachment & {
  /** What is to be written down once it has been delivered, in the same transaction. */
  whenDelivered?: (tx: Tx, delivered: Delivered) => Promise<void>;
};

/** How each kind is made, at the moment that its message is delivered. Null: there is nothing to carry any more. */
export type AttachmentMakers = Readonly<Record<string, (deps: Deps, id: number) => Promise<MadeAttachment | null>>>;

export async function makeAttachment(
  deps: Deps,
  makers: AttachmentMakers,
  { kind, id }: AttachmentOrder,
): Promise<MadeAttachment | null> {
  const make = makers[kind];
  if (!make) throw new Error(`nobody makes attachments of kind ${kind}`);
  return make(deps, id);
}
