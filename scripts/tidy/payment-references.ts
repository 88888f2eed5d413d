import type { SourceFile } from './source.ts';

/** Fields of the specification: which payment a campaign names. Whether it is paid is in its ledger: paymentState. */
const reference = /(campaignUpfront|serviceFee)PaymentRef|(campaign_upfront|service_fee)_payment_ref/;

/** The table of fields, the code that writes and describes them, receipts, and the prefilter of statements. */
const homes: readonly string[] = [
  'bench/generate-campaigns.ts',
  'domain/src/agreements/agreement-fields.ts',
  'domain/src/agreements/field-labels.ts',
  'domain/src/payments/payment-fields.ts',
  'domain/src/payments/receipts.ts',
  'server/src/features/payments/follow-money.ts',
  'server/src/platform/http/openapi/campaign-words.ts',
  'server/src/features/statements/candidates.repository.ts',
  'server/src/platform/database/tables.ts',
  'sdk/src/generated/types.ts',
  'scripts/tidy/payment-references.ts',
];
const isExempt = ({ path, isTest }: SourceFile): boolean =>
  isTest || path.startsWith('server/migrations/') || homes.includes(path);

/** No rule decides by a payment reference: a part payment or a refund would count as paid. */
export function readsPaymentFromLedger(file: SourceFile): string[] {
  if (isExempt(file)) return [];
  return file.text
    .split('\n')
    .flatMap((line, place) => (reference.test(line) ? [`line ${place + 1}: read paymentState, not a reference`] : []));
}
