import { largestPaymentCents } from '@kerb/domain/batches/owed.ts';
import { type FileRequest, totalOf } from '@kerb/domain/countries/bank-file.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { nothingToPay } from '@kerb/domain/payments/may-pay.ts';

export type BankFile = { name: string; text: string };

/** The file of a batch, or why no bank would accept it. All files are ASCII with CRLF. */
export function makeBankFile(request: FileRequest, country: Pick<CountryRules, 'code'>): Decision<BankFile> {
  const { batchId, dueDate, credits, from } = request;
  if (credits.length === 0) return refuse('batch-empty', nothingToPay);
  const odd = credits.find(({ amountCents }) => amountCents <= 0 || amountCents > largestPaymentCents);
  if (odd) return refuse('amount-not-payable', `The amount of ${odd.reference} cannot be paid by a bank file.`);
  if (totalOf(credits) > largestPaymentCents) {
    return refuse('batch-too-large', 'The total is more than one bank file can hold. Make smaller batches.');
  }
  const writer = serverCountries[country.code].bankFiles[from.format];
  if (!writer) return refuse('bank-file-format', `There is no bank file '${from.format}' in this country.`);
  const name = `${request.brand}-batch-${batchId}-${dueDate}.${writer.ending}`;
  return allow({ name, text: writer.write(request) });
}
