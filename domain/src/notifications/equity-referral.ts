import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { agencyMail, type Sender } from '@kerb/domain/notifications/sender.ts';

export type EquityReferral = { subject: string | null; body: string | null };

/** An organisation's own message to its payers is sent once: when a settlement date is first saved. */
export const isReferralDue = (
  { equityReferralSentDate }: { equityReferralSentDate: Moment | null },
  { propertySettlementDate }: { propertySettlementDate?: Day | null },
): boolean => Boolean(propertySettlementDate) && equityReferralSentDate === null;

/** The message as the organisation wrote it; null if subject or body is missing. */
export function equityReferralMail(
  { subject, body }: EquityReferral,
  { firstName, sender }: { firstName: string; sender: Sender },
): { subject: string; body: string } | null {
  if (!subject || !body) return null;
  return { subject, body: agencyMail(sender, { firstName, parts: [body] }) };
}
