import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Attachment } from '@kerb/server/platform/ports/mail-gateway.ts';

/** The attachment of a message, by reference: the kind of document and its record. */
export type AttachmentOrder = { kind: string; id: number };

/** The account that a message went to, and when it was delivered. */
export type Delivered = { userId: number | null; deliveredDate: Moment };
export type MadeAttachment = Attachment & {
  /** Written in the transaction that records the delivery. */
  whenDelivered?: (tx: Tx, delivered: Delivered) => Promise<void>;
};

/** How each kind is rendered, at the time of delivery. Null: the document no longer exists. */
export type AttachmentMakers = Readonly<Record<string, (deps: Deps, id: number) => Promise<MadeAttachment | null>>>;

export async function makeAttachment(
  deps: Deps,
  makers: AttachmentMakers,
  { kind, id }: AttachmentOrder,
): Promise<MadeAttachment | null> {
  const make = makers[kind];
  if (!make) throw new Error(`no maker is registered for attachments of kind ${kind}`);
  return make(deps, id);
}
