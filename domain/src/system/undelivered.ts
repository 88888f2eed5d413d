import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

/** A message that was given up, is kept back, or has waited for minutes. */
export const undeliveredStates = ['failed', 'held', 'queued'] as const;
export type UndeliveredState = (typeof undeliveredStates)[number];

/** A message that has waited for less is not listed as undelivered. */
export const waitingMinutes = 5;

/** The links of a failed message are kept for this long, so that it can be sent again. */
export const secretsKeptDays = 7;

/** What an admin can do with a message that was not delivered. */
export const messageActions = ['send-again', 'release', 'discard'] as const;
export type MessageAction = (typeof messageActions)[number];

export type Undelivered = {
  state: UndeliveredState;
  /** A code or a link that a person waited for. It has ended. */
  isUrgent: boolean;
  /** Its text has a link, and the link is no longer stored. */
  hasLostSecrets: boolean;
  /** Whether the deployment can send by its channel. */
  canReach: boolean;
  /** A server may be sending it at this moment. */
  isBeingSent: boolean;
  /** It warns a payer of a change that somebody else made. */
  isWarning: boolean;
};

/** Messages from which a payer learns that somebody else acts in their name. */
const warningKinds = ['payer-address-changed', 'payer-address-set', 'agreement-changed', 'application-cancelled'];
export const isWarning = (kind: string): boolean => warningKinds.includes(kind);

const wrongState: Record<MessageAction, string> = {
  'send-again': 'It is held. Release it instead.',
  release: 'It is not held. Send it again instead.',
  discard: '',
};
const isFor = (action: MessageAction, state: UndeliveredState): boolean =>
  action === 'discard' || (action === 'release') === (state === 'held');

/** Whether a message can be sent again, released or discarded now. */
export function decideUndelivered(action: MessageAction, message: Undelivered): Decision<null> {
  if (message.isBeingSent) return refuse('being-sent', 'It is being sent right now.');
  if (!isFor(action, message.state)) return refuse('wrong-state', wrongState[action]);
  // Otherwise an admin could stop a warning to others while mail is slow.
  if (action === 'discard' && message.state === 'queued') {
    return refuse('still-tried', 'It is still being tried. It can be discarded after that has failed.');
  }
  // Otherwise one admin could change a payer's address while messages are held, and nobody would learn of it.
  if (action === 'discard' && message.isWarning && decideUndelivered('release', message).ok) {
    return refuse('warning', 'It warns the payer of a change. Release it instead.');
  }
  if (action === 'discard') return allow(null);
  if (message.isUrgent) return refuse('ended', 'Its code or link has ended. The person can ask for a new one.');
  if (message.hasLostSecrets) return refuse('link-gone', 'Its link is no longer kept. Send a new link instead.');
  if (!message.canReach) return refuse('not-set-up', 'There is no provider for its channel.');
  return allow(null);
}
