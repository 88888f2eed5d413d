import type { PaymentKind } from '@kerb/domain/payments/payments.contract.ts';

/** Our bank accounts: that of payers' money, and that of our own money if it has one. */
export const ownAccounts = ['trust', 'operating'] as const;
export type OwnAccount = (typeof ownAccounts)[number];
export const ownAccountLabels: Record<OwnAccount, string> = {
  trust: 'Trust account',
  operating: 'Operating account',
};

/** The account that a payer is told to pay into, if there are two. */
export const accountFor = (kind: PaymentKind): OwnAccount => (kind === 'repayment' ? 'operating' : 'trust');
