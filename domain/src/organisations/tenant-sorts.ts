/** The orders of the list of organisations. */
export const tenantSorts = ['name', 'lastAgreementCreateDate'] as const;
