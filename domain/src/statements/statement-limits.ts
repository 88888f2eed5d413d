/** Several months of a busy account. */
export const mostRows = 200_000;
export const tooManyRows = 'A statement has at most 200,000 lines. Export a shorter period from your bank.';
export const largestStatementBytes = 32 * 1024 * 1024;
export const fileTooLarge = 'A statement has at most 32 MB. Export a shorter period from your bank.';
/** The answer to an import names this many lines of a kind. It counts all of them. */
export const mostNamed = 100;
