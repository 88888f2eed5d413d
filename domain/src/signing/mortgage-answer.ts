import { type MortgageBalanceRange, mortgageBalanceRanges } from '@kerb/domain/vocabulary/value-lists.ts';

/** What a payer can answer. */
export const mortgageChoices = [...mortgageBalanceRanges, 'unsure'] as const;
export type MortgageChoice = (typeof mortgageChoices)[number];

export const mortgageQuestion = 'How much of the property’s value do you owe on your mortgage?';

// biome-ignore format: a table
export const mortgageChoiceLabels: Record<MortgageChoice, string> = {
  lt75:   'Less than 75%, or I have no mortgage',
  lt90:   'From 75% to 90%',
  gt90:   'More than 90%',
  unsure: 'I am not sure',
};

type Mortgage = { mortgageBalanceRange: MortgageBalanceRange | null; mortgageBalanceUnsure: boolean };
/** What the payers said about their mortgage. The range may also come from staff. */
export type MortgageAnswer = 'given' | 'unsure' | 'unasked';

export function mortgageAnswer({ mortgageBalanceRange, mortgageBalanceUnsure }: Mortgage): MortgageAnswer {
  if (mortgageBalanceUnsure) return 'unsure';
  return mortgageBalanceRange === null ? 'unasked' : 'given';
}

/** A payer confirms only what they were asked. */
// biome-ignore format: a table
export const whatIsTrue: Record<MortgageAnswer, string> = {
  given:   'What I have told you about myself, the property and my mortgage is true.',
  unsure:  'What I have told you about myself and the property is true. I am not sure about my mortgage.',
  unasked: 'What I have told you about myself and the property is true.',
};

/** The choice that the campaign has now; null before an answer. */
export const choiceOf = ({ mortgageBalanceRange, mortgageBalanceUnsure }: Mortgage): MortgageChoice | null =>
  mortgageBalanceUnsure ? 'unsure' : mortgageBalanceRange;

/** The campaign's fields for an answer. A range that staff found out stays if a payer is not sure. */
export const fieldsOfChoice = (choice: MortgageChoice): Partial<Mortgage> =>
  choice === 'unsure'
    ? { mortgageBalanceUnsure: true }
    : { mortgageBalanceRange: choice, mortgageBalanceUnsure: false };
