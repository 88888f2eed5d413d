/** How long messages are kept that are about no campaign, such as codes, invitations and notices to staff. */
export const messageKeptDays = 400;

/**
 * How long reports of the card gateway are kept. The payment stores the outcome, and a report that is sent again is
 * refused by the time in its signature.
 */
export const gatewayEventKeptDays = 400;
