import { abaFile } from '@kerb/domain/batches/aba-file.ts';
import { type FileRequest, totalOf } from '@kerb/domain/batches/bank-file.ts';
import { anzFile, asbFile, bnzFile, westpacFile } from '@kerb/domain/batches/new-zealand-files.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { BankFileFormat } from '@kerb/domain/vocabulary/bank-file-formats.ts';

type Writer = { label: string; ending: 'aba' | 'csv'; write: (request: FileRequest) => string };

/** The writer of each bank's file. All write ASCII with CRLF. */
// biome-ignore format: a table
export const bankFileWriters: Record<BankFileFormat, Writer> = {
  aba:     { label: 'ABA (Direct Entry)', ending: 'aba', write: abaFile     },
  bnz:     { label: 'BNZ',                ending: 'csv', write: bnzFile     },
  anz:     { label: 'ANZ',                ending: 'csv', write: anzFile     },
  asb:     { label: 'ASB',                ending: 'csv', write: asbFile     },
  westpac: { label: 'Westpac DeskBank',   ending: 'csv', write: westpacFile },
};

/** An ABA file has ten digits of cents for one payment and for the total. */
export const largestPaymentCents: Cents = 99_999_999_99;

export type BankFile = { name: string; text: string };

/** The file of a batch, or why no bank would accept it. */
export function makeBankFile(request: FileRequest): Decision<BankFile> {
  const { brand, batchId, dueDate, credits, from } = request;
  if (credits.length === 0) return refuse('batch-empty', 'There is nothing to pay.');
  const odd = credits.find(({ amountCents }) => amountCents <= 0 || amountCents > largestPaymentCents);
  if (odd) return refuse('amount-not-payable', `The amount of ${odd.reference} cannot be paid by a bank file.`);
  if (totalOf(credits) > largestPaymentCents) {
    return refuse('batch-too-large', 'The total is more than one bank file can hold. Make smaller batches.');
  }
  const { ending, write } = bankFileWriters[from.format];
  return allow({ name: `${brand}-batch-${batchId}-${dueDate}.${ending}`, text: write(request) });
}
