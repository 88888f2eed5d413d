export const expiredSentence = 'Your session has expired.';
export const unexpectedSentence = 'An unexpected error occurred.';
/** A sign-in by Payment URL is over: the sentence says why. */
export const linkEndedType = '/problems/link-ended';
