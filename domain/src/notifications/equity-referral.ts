export type EquityReferral = { subject: string | null; body: string | null };

/** What an organisation has written for its payers, in its own words; null where it has not written it whole. */
export function equityReferralMail(
  { subject, body }: EquityReferral,
  { payerFirstName, organisation }: { payerFirstName: string; organisation: string },
): { subject: string; body: string } | null {
  if (!subject || !body) return null;
  return { subject, body: [`Hello ${payerFirstName},`, body, organisation].join('\n\n') };
}
