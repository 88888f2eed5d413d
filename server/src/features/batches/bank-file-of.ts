import { type BankFile, makeBankFile } from '@kerb/domain/batches/make-bank-file.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { flowNumberOf, type ItemRow } from '@kerb/server/features/batches/batches.repository.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The bank's file for these items, dated today in the platform's time zone. */
export function bankFileOf({ deps, now }: Work, batchId: number, items: readonly ItemRow[]): BankFile {
  const { config, country } = deps;
  const from = config.bankAccount;
  if (!from)
    throw new Problem(409, 'no-bank-account', 'The account to pay from is not configured: see BANK_ACCOUNT_NUMBER.');
  const today = dayIn(country.defaultTimeZone, now);
  const credits = items.map((item) => ({
    account: { accountName: item.accountName, bsbNumber: item.bsbNumber, accountNumber: item.accountNumber },
    organisationName: item.tenantName,
    amountCents: centsFromDecimal(item.amount),
    reference: flowNumberOf(item, country),
    isFirstToAccount: item.isFirstToAccount,
  }));
  const request = { batchId, brand: country.brand, from, dueDate: today, createdDate: today, credits };
  return mustAllow(makeBankFile(request, country));
}
