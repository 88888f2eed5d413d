import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { accountNameLabel } from '@kerb/domain/organisations/bank-accounts.ts';

/** The account and the reference for a payer's transfer, its numbers formatted. */
export type TransferInstructions = BankAccount & { reference: string };

/** The labelled lines of a transfer, in the words of the country. */
export function transferFacts(
  instructions: TransferInstructions,
  { bankAccountFields }: Pick<CountryRules, 'bankAccountFields'>,
): (readonly [label: string, text: string])[] {
  const numbers = bankAccountFields.flatMap(({ name, label }) => {
    const text = instructions[name];
    return text === null ? [] : [[label, text] as const];
  });
  return [[accountNameLabel, instructions.accountName], ...numbers, ['Reference', instructions.reference]];
}
