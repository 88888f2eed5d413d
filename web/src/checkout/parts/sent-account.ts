import type { loanAccount } from '@kerb/domain/loan-books/loan-account.contract.ts';
import type * as z from 'zod/mini';

/** A loan as the server sends it. */
export type SentAccount = z.input<typeof loanAccount>;
