/** Messages that are about no campaign, such as codes, invitations and notices to staff. */
export const messageKeptDays = 400;

/**
 * Reports of the card gateway. The payment has its outcome, and the gateway signs with the time: an older report is
 * refused.
 */
export const gatewayEventKeptDays = 400;
