import type { Moment } from '@kerb/domain/kernel/dates.ts';

/** Why a provider could not deliver a message. No free text of a provider is stored: it quotes addresses. */
// biome-ignore format: a table
export const bounceReasons = {
  'unknown-address': 'The address or number does not exist.',
  'full':            'The mailbox is full, or the phone is off.',
  'blocked':         'The mail server or phone company refused it.',
  'other':           'It could not be delivered.',
} as const satisfies Record<string, string>;
export type BounceReason = keyof typeof bounceReasons;
export const bounceReasonNames = Object.keys(bounceReasons) as [BounceReason, ...BounceReason[]];

export const receiptStatuses = ['delivered', 'bounced'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/**
 * How far a message got. `sent`: the provider took it. `delivered`: the provider says that it arrived. `opened`: the
 * payer has opened its link; no picture in the mail tells us.
 */
export const deliveryStages = ['queued', 'held', 'failed', 'sent', 'bounced', 'delivered', 'opened'] as const;
export type DeliveryStage = (typeof deliveryStages)[number];

export const deliveryChannels = ['email', 'sms'] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

type Sent = {
  state: 'queued' | 'held' | 'accepted' | 'failed';
  receiptStatus: ReceiptStatus | null;
  /** Whether this channel's link was opened. */
  isOpened: boolean;
};

/** The furthest stage that is known. A link that was opened has arrived, whatever a provider says. */
export function stageOf({ state, receiptStatus, isOpened }: Sent): DeliveryStage {
  if (isOpened) return 'opened';
  if (receiptStatus !== null) return receiptStatus;
  return state === 'accepted' ? 'sent' : state;
}

export type Opening = { openedDate: Moment | null; isOpenedByMail: boolean };

/** The link of a mail has a part of its own, so it is known which of the two was opened. */
export const isOpenedBy = (channel: DeliveryChannel, { openedDate, isOpenedByMail }: Opening): boolean =>
  openedDate !== null && isOpenedByMail === (channel === 'email');
