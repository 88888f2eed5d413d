/** The orders of a list of campaigns. */
export const agreementSorts = ['status', 'id', 'campaignPlannedStartDate', 'sentDate'] as const;
