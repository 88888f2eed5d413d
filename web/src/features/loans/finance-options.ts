export const documentTitles = { pl: 'Loan Agreement Documents', pos: 'Lending Agreement Documents' } as const;
/** Names of figures that are called differently in the two options, or are not stored. */
export const financeLabels = {
  pl: { amount: 'Amount of Credit', total: 'Total Finance Amount' },
  pos: { amount: 'Amount', fee: 'Vendor Service Fee' },
} as const;

/** Says who else reads the notes, for readers and writers who are not the payer. */
export const notesHints = { pl: 'Visible to vendors', pos: 'Visible to vendor' } as const;
