/** Of a file, in characters and in rows below its headers. */
export const mostImportCharacters = 500_000;
export const mostImportRows = 1_000;
export const mostImportColumns = 100;
export const importTooLarge = 'The file is too large to import.';

/** Each person gets an email. Two imports of this size are within the rate limit of one person. */
export const mostInvitedAtOnce = 60;

/** One transaction creates them, and locks the organisation meanwhile. */
export const mostCampaignsAtOnce = 100;

export const undoHours = 24;
