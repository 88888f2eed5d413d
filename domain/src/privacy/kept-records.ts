/** How long messages are kept that are about no campaign, such as codes, invitations and notices to staff. */
export const messageKeptDays = 400;

/**
 * How long the audit log of a campaign is kept after its last entry. At least as long as any country keeps the records
 * of a campaign. The database's own function has the same number, because the server may not delete from the log.
 */
export const logKeptYears = 7;

/**
 * How long reports of the card gateway are kept. The payment stores the outcome, and a report that is sent again is
 * refused by the time in its signature.
 */
export const gatewayEventKeptDays = 400;
