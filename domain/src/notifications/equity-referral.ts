import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';

export type EquityReferral = { subject: string | null; body: string | null };

/** An organisation's own message to its payers is sent once: when a settlement date is first saved. */
export const isReferralDue = (
  { equityReferralSentDate }: { equityReferralSentDate: Moment | null },
  { propertySettlementDate }: { propertySettlementDate?: Day | null },
): boolean => Boolean(propertySettlementDate) && equityReferralSentDate === null;

/** The message as the organisation wrote it; null if subject or body is missing. */
export function equityReferralMail(
  { subject, body }: EquityReferral,
  { payerFirstName, organisation }: { payerFirstName: string; organisation: string },
): { subject: string; body: string } | null {
  if (!subject || !body) return null;
  return { subject, body: [`Hello ${payerFirstName},`, body, organisation].join('\n\n') };
}
