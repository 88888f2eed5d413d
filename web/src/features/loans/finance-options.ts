export const documentTitles = { pl: 'Loan Agreement Documents', pos: 'Lending Agreement Documents' } as const;
/** Who else reads the notes, for those who write or read them beside the payer. */
export const notesHints = { pl: 'Visible to vendors', pos: 'Visible to vendor' } as const;
