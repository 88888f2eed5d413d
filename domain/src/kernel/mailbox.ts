const lowerCase = (address: string): string => address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether both are one mailbox. Only ASCII letters count: 'K' of Kelvin may well be another mailbox. */
export const isSameMailbox = (one: string, other: string): boolean => lowerCase(one) === lowerCase(other);
