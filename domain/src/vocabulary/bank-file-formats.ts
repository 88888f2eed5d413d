export const bankFileFormats = ['aba', 'bnz', 'anz', 'asb', 'westpac'] as const;
export type BankFileFormat = (typeof bankFileFormats)[number];
