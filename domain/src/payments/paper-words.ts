/** The sentences of the PDFs that payers get. The clauses of an agreement are in the terms of its country. */
export const paperWords = {
  refunds: (fee: string) =>
    `Ask for a refund before the campaign starts. There is no refund once it has started or the listing is online, or if you change your mind. We may keep ${fee} of a refund for our work.`,
  suppliedBy: (organisation: string) =>
    `${organisation} supplies the campaign itself. We pass its amount on to them in full. They invoice the GST within it. The GST above is on our own fees.`,
  interestGrows:
    'Interest is added for each day that has ended. So you owe more on a later day. Amounts for days ahead are estimates. They include interest for days that have not ended yet.',
  estimates:
    'Interest for days that have not ended is an estimate. What you owe depends on the day on which you repay.',
  signedBy: (isOnBehalf: boolean) => `This agreement was signed by ${isOnBehalf ? 'or for ' : ''}everyone named below.`,
  checkCopy: (address: string, code: string) =>
    `You can check a copy at ${address} with the file itself, or with the code ${code}.`,
  seal: 'A seal stands for all entries of the audit log before it. If one of them is changed later, the seal changes too.',
  repays: (day: string) => `If you pay this in full on ${day}, the loan is repaid.`,
  otherDay: 'On any other day you owe another amount.',
  checkLetter: (address: string, code: string) =>
    `Before you pay, open ${address} and enter the code ${code}. Compare the amount and the account with this letter.`,
};
