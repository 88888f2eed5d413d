import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

/** Money that reduces a loan, or a rest that is written off, on its day. */
export type LoanReceipt = { day: Day; amount: Cents };
