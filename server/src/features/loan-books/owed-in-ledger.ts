import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { Books } from '@kerb/domain/payments/campaign-money.ts';

/** What the payer of a drawn loan owes, by the ledger. */
export const owedInLedger = ({ agreed, loans, charges, accrued }: Books): Cents => agreed + loans + charges + accrued;
