/** `ended`: the loan was closed before every payer had signed, or its agreement had to be signed again. */
export const loanRequestStates = ['waiting', 'to-sign', 'in-force', 'declined', 'ended'] as const;
export type LoanRequestState = (typeof loanRequestStates)[number];

/** What a payer asks for. Both are answered in the days of the law. */
// biome-ignore format: a table
export const loanRequestKinds = {
  hardship:  'I cannot repay on time because of hardship',
  extension: 'I need more time',
} as const;
export type LoanRequestKind = keyof typeof loanRequestKinds;
export const loanRequestKindNames = Object.keys(loanRequestKinds) as [LoanRequestKind, ...LoanRequestKind[]];

// biome-ignore format: a table
export const loanRequestLabels: Record<LoanRequestKind, string> = {
  hardship:  'Hardship',
  extension: 'More time',
};

// biome-ignore format: a table
export const loanRequestStateLabels: Record<LoanRequestState, string> = {
  waiting:    'Waiting for an answer',
  'to-sign':  'Granted, waiting for signatures',
  'in-force': 'Granted and signed',
  declined:   'Declined',
  ended:      'Ended, no longer counts',
};
