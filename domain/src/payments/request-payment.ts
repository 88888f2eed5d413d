import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { type Cents, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';

export type Biller = { url: string; billerCode: string; merchantId: string };
export type PaymentRequest = { amountCents: Cents; reference: string; receiptAddress: string };

export const requestedWithoutBudget: Cents = 100_00;

/** The initial amount of Request Payment: what is due now, else the budget. */
export const requestedAtFirst = (dueCents: Cents, budgetCents: Cents | null): Cents =>
  dueCents || budgetCents || requestedWithoutBudget;

/**
 * Why no payment can be asked for; null if it can. A campaign that is paid, is being refunded or has ended asks for
 * nothing. Pay Later is repaid later, so its admin chooses the amount.
 */
export const requestRefusal = ({ kind, refusal }: Pick<PaymentDetails, 'kind' | 'refusal'>): string | null =>
  kind === null ? null : refusal;

/** The reference that a payer writes on a transfer and an admin searches for: 'FLOW-AU10231'. */
export const paymentReference = (country: CountryCode, agreementId: number): string => `FLOW-${country}${agreementId}`;

/** The biller's page with everything filled in. The configured address has no query of its own. */
export function requestPaymentLink({ url, billerCode, merchantId }: Biller, request: PaymentRequest): string {
  const filled = {
    billerCode,
    merchantId,
    paymentAmount: decimalFromCents(request.amountCents),
    paymentReference: request.reference,
    receiptAddress: request.receiptAddress,
  };
  const query = Object.entries(filled).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${url}?${query.join('&')}`;
}
