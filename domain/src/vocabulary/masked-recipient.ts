/** 'mia@example.com' as 'm…@example.com': enough for its owner to recognise it. */
export const maskedAddress = (address: string): string => address.replace(/^(.)[^@]*/u, '$1…');

/** An e-mail address or a mobile number, for people who have no reason to know it. */
export const maskedRecipient = (recipient: string): string =>
  recipient.includes('@') ? maskedAddress(recipient) : `…${recipient.slice(-3)}`;
