import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { PayLaterTerms } from '@kerb/domain/loans/fees.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { createStore } from '@kerb/web/platform/store.ts';

/** The known values; the dialog asks for the rest. */
export type CreateReferralRequest = { tenantId?: number; purpose?: FundsPurpose; budgetCents?: Cents };

/** The loan of a campaign, to show its costs. */
export type CalculatedLoan = {
  budgetCents: Cents | null;
  additionalCents: Cents | null;
  terms: Omit<PayLaterTerms, 'budgetCents' | 'additionalCents' | 'days'>;
};

/** Dialogs that any screen may open; the shell renders the open one. */
export type OpenDialog =
  | ({ name: 'create-referral' } & CreateReferralRequest)
  | { name: 'support' }
  | { name: 'fee-calculator'; loan?: CalculatedLoan }
  | { name: 'view-as' }
  | { name: 'manual-payment'; agreementId: number }
  | { name: 'request-payment'; agreementId: number }
  | { name: 'change-after-payment'; agreementId: number };

export type DialogProps = { onClose: () => void };

export const openDialog = createStore<OpenDialog | null>(null);

const dialogs = {
  openCreateReferral: (tenantId: number, purpose: FundsPurpose, budgetCents?: Cents) =>
    openDialog.set({ name: 'create-referral', tenantId, purpose, ...(budgetCents !== undefined && { budgetCents }) }),
  openSupport: () => openDialog.set({ name: 'support' }),
  openFeeCalculator: (loan?: CalculatedLoan) => openDialog.set({ name: 'fee-calculator', ...(loan && { loan }) }),
  openViewAs: () => openDialog.set({ name: 'view-as' }),
  openManualPayment: (agreementId: number) => openDialog.set({ name: 'manual-payment', agreementId }),
  openRequestPayment: (agreementId: number) => openDialog.set({ name: 'request-payment', agreementId }),
  openChangeAfterPayment: (agreementId: number) => openDialog.set({ name: 'change-after-payment', agreementId }),
  close: () => openDialog.set(null),
};

export const useDialogs = () => dialogs;
