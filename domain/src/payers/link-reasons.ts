import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/** A Payment URL works for so many days after the last message that had it. */
export const linkDays = 90;

const newestLink = 'Please open the link in our latest message.';
export const aboutMoney = 'If you have already paid, please call us about your money.';
const askForLink = 'Please ask {organisation} to send you a new one.';

/** Why a Payment URL, or a page that was opened with it, does not work any more. */
// biome-ignore format: a table
const reasons = {
  cancelled: `This campaign has been cancelled, so its link has ended. ${aboutMoney}`,
  declined:  `This application has been declined, so its link has ended. ${aboutMoney}`,
  complete:  'This campaign is complete, so its link has ended.',
  removed:   'You are no longer one of the people who pay for this campaign, so your link has ended.',
  replaced:  `A newer link has been sent to you. ${newestLink}`,
  expired:   `This link worked for ${linkDays} days and has ended. ${askForLink}`,
  revoked:   `To keep your details safe, we have ended all links that were sent before. ${askForLink}`,
  ended:     `This link has ended. ${askForLink}`,
  signedOut: `You are no longer signed in on this device. ${newestLink}`,
} as const;
export type LinkReason = keyof typeof reasons;

const byStatus: Partial<Record<AgreementStatus, LinkReason>> = {
  cancelled: 'cancelled',
  rejected: 'declined',
  complete: 'complete',
};

type LinkFacts = {
  status: AgreementStatus;
  /** The payer was removed from the campaign. */
  isRemoved: boolean;
  /** A newer link was sent since. */
  isReplaced: boolean;
  /** The link's days are over. */
  isExpired: boolean;
  /** The link was ended, and no new one was issued since. */
  isEnded: boolean;
  /** It was made with a former key of the deployment, which may have leaked. */
  isOfFormerKey: boolean;
};

export function linkReason(facts: LinkFacts): LinkReason {
  const { status, isRemoved, isReplaced, isExpired, isEnded, isOfFormerKey } = facts;
  if (isRemoved) return 'removed';
  const ofStatus = byStatus[status];
  if (ofStatus) return ofStatus;
  if (isExpired) return 'expired';
  if (isEnded) return isOfFormerKey ? 'revoked' : 'ended';
  return isReplaced ? 'replaced' : 'signedOut';
}

type Whom = { organisation: string; supportPhone: string };

/** The reason, and whom to call. */
export function linkReasonWords(reason: LinkReason, { organisation, supportPhone }: Whom): [string, string] {
  const fill = (text: string) => text.replace('{organisation}', organisation);
  return [fill(reasons[reason]), `Questions? Ask ${organisation}, or call us on ${supportPhone}.`];
}
