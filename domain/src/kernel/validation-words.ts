/** The messages under a field that several rules, forms and endpoints share. */

export const required = 'This is required.';
export const notValid = 'That is not valid.';
export const emailNotValid = 'That email address is not valid.';
export const chooseOne = 'Choose one of the options.';
export const chooseTimeZone = 'Choose a time zone from the list.';
export const chooseMember = 'Choose a member of the organisation.';
export const chooseLaterDay = 'Choose today or a later day.';
export const enterAmount = 'Enter an amount.';
export const enterNumber = 'Enter a number.';
export const budgetTooLarge = 'Enter at most $10,000,000.';
export const twoDecimals = 'Enter an amount with at most two decimals.';
export const rateUpTo100 = 'Enter a rate from 0 to 100.';
export const rateOfTwoDecimals = 'Enter a rate with at most two decimals.';
export const fourDecimals = 'Enter a share with at most four decimals.';
export const notToTheCent = 'This is no amount to the cent.';
export const enterPostcode = 'Enter a postcode of four digits.';
export const notChangeable = 'This cannot be changed here.';
export const notChangeableNow = 'This cannot be changed here now.';
export const someNotChangeableNow = 'Some of these details cannot be changed now.';
export const unknownField = 'This field is not known.';
export const unknownParameter = 'This parameter is not known.';
export const nameInLatin = 'Please enter the name in Latin letters, as on the passport or licence.';
export const textInLatin = 'Please write this in Latin letters.';
export const hiddenCharacter = 'This has a character that cannot be shown. Please type it again.';
export const emptyFile = 'The file is empty.';

export const atLeast = (characters: number): string => `Use at least ${characters} characters.`;
export const atMost = (characters: number): string => `Use at most ${characters} characters.`;
