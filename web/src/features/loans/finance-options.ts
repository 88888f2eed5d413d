export const documentTitles = { pl: 'Loan Agreement Documents', pos: 'Lending Agreement Documents' } as const;
/** Says who else reads the notes, for readers and writers who are not the payer. */
export const notesHints = { pl: 'Visible to vendors', pos: 'Visible to vendor' } as const;
