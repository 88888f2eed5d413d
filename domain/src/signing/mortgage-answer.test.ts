import { choiceOf, fieldsOfChoice, mortgageAnswer, mortgageChoices } from '@kerb/domain/signing/mortgage-answer.ts';
import { expect, it } from 'vitest';

const unasked = { mortgageBalanceRange: null, mortgageBalanceUnsure: false } as const;

it('each answer about the mortgage is found again in the campaign’s fields', () => {
  for (const choice of mortgageChoices) expect(choiceOf({ ...unasked, ...fieldsOfChoice(choice) })).toBe(choice);
  expect(choiceOf(unasked)).toBeNull();
});

it('“not sure” keeps a range that staff found out, but the payer does not confirm it', () => {
  const unsure = { ...unasked, mortgageBalanceRange: 'lt90', ...fieldsOfChoice('unsure') } as const;
  expect(unsure.mortgageBalanceRange).toBe('lt90');
  expect(mortgageAnswer(unsure)).toBe('unsure');
  expect(mortgageAnswer({ ...unsure, ...fieldsOfChoice('lt90') })).toBe('given');
  expect(mortgageAnswer(unasked)).toBe('unasked');
});
