import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { accountNameLabel } from '@kerb/domain/organisations/bank-accounts.ts';

/** The account and the reference for a payer's transfer, its numbers formatted. Letters to lawyers have no PayID. */
export type TransferInstructions = BankAccount & { payId?: string | null; reference: string };

/** The labelled lines of a transfer, in the words of the country. */
export function transferFacts(
  instructions: TransferInstructions,
  { bankAccountFields, payIdLabel }: Pick<CountryRules, 'bankAccountFields' | 'payIdLabel'>,
): (readonly [label: string, text: string])[] {
  const numbers = bankAccountFields.flatMap(({ name, label }) => {
    const text = instructions[name];
    return text === null ? [] : [[label, text] as const];
  });
  const { accountName, payId, reference } = instructions;
  const address = payIdLabel !== null && payId ? [[payIdLabel, payId] as const] : [];
  return [[accountNameLabel, accountName], ...numbers, ...address, ['Reference', reference]];
}
