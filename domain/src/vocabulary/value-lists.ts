export const financeOptionCodes = ['pn', 'pos', 'pl'] as const;
export type FinanceOptionCode = (typeof financeOptionCodes)[number];
export const financeOptionLabels: Record<FinanceOptionCode, string> = {
  pn: 'Pay Upfront',
  pos: 'Pay On Success',
  pl: 'Pay Later',
};

/** Options with a loan. Pay Upfront has no loan and no application. */
export type FinancedOption = Exclude<FinanceOptionCode, 'pn'>;
export const isFinanced = (code: FinanceOptionCode | null): code is FinancedOption => code !== null && code !== 'pn';

export const fundsPurposes = ['marketing', 'styling', 'deposit'] as const;
export type FundsPurpose = (typeof fundsPurposes)[number];
export const fundsPurposeLabels: Record<FundsPurpose, string> = {
  marketing: 'Marketing',
  styling: 'Styling',
  deposit: 'Deposit',
};

export const naturesOfOwnership = ['principal-residence', 'secondary-residence', 'investment'] as const;
export type NatureOfOwnership = (typeof naturesOfOwnership)[number];
/** For the campaign's page; elsewhere the second is 'Secondary Residence'. */
export const natureOfOwnershipLabels: Record<NatureOfOwnership, string> = {
  'principal-residence': 'Principal Residence',
  'secondary-residence': 'Additional Residence',
  investment: 'Investment',
};
export const methodsOfSale = ['auction', 'private-treaty', 'eoi', 'negotiation', 'deadline', 'other'] as const;
export type MethodOfSale = (typeof methodsOfSale)[number];
export const methodOfSaleLabels: Record<MethodOfSale, string> = {
  auction: 'Auction',
  'private-treaty': 'Private Treaty',
  eoi: 'Expressions of Interest',
  negotiation: 'Price by negotiation',
  deadline: 'Deadline',
  other: 'Other',
};

export const mortgageBalanceRanges = ['lt75', 'lt90', 'gt90'] as const;
export type MortgageBalanceRange = (typeof mortgageBalanceRanges)[number];
/** The labels in lists, and the other accepted spelling. */
export const mortgageBalanceRangeLabels = {
  lt75: '<75',
  lt90: '75-90',
  gt90: '>90',
} as const satisfies Record<MortgageBalanceRange, string>;
export const paymentMethodIntents = ['bank-transfer', 'credit-card'] as const;
export const upfrontPaymentMethods = ['dc', 'card', 'manual'] as const;

/** The payer is a vendor; for a deposit a buyer. */
export const payerWord = (purpose: FundsPurpose): 'Vendor' | 'Buyer' => (purpose === 'deposit' ? 'Buyer' : 'Vendor');
