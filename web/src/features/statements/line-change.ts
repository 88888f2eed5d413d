import type { BankStatementLine } from '@kerb/domain/statements/statements.contract.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';

export type LineProps = { line: BankStatementLine };

/** A line as its buttons name it. */
export const nameOf = ({ amount, words }: BankStatementLine) => `${moneyText(amount)}, ${words}`;

export async function runChange(change: () => Promise<unknown>): Promise<void> {
  try {
    await withProgress(savingText, change);
    toast.success('Done');
  } catch (problem) {
    toast.error(problem);
  }
}
