import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';

export type EquityReferral = { subject: string | null; body: string | null };

/** An organisation's own message to its payers goes out once: when it is first known that the sale will settle. */
export const isReferralDue = (
  { equityReferralSentDate }: { equityReferralSentDate: Moment | null },
  { propertySettlementDate }: { propertySettlementDate?: Day | null },
): boolean => Boolean(propertySettlementDate) && equityReferralSentDate === null;

/** What the organisation has written, in its own words; null where it has not written it whole. */
export function equityReferralMail(
  { subject, body }: EquityReferral,
  { payerFirstName, organisation }: { payerFirstName: string; organisation: string },
): { subject: string; body: string } | null {
  if (!subject || !body) return null;
  return { subject, body: [`Hello ${payerFirstName},`, body, organisation].join('\n\n') };
}
