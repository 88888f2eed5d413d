import type { DeclineReason } from '@kerb/domain/payments/card-declines.ts';
import type { CardFunding, CardScheme } from '@kerb/domain/vocabulary/card-schemes.ts';

/** How the sandbox's gateway reacts when a test card is charged. */
export type CardBehaviour =
  | 'approve'
  | Extract<DeclineReason, 'insufficient-funds' | 'expired-card' | 'do-not-honour'>
  | 'slow'
  | 'late'
  | 'late-decline'
  | 'no-answer'
  | 'twice'
  | 'unreachable'
  | 'refund-later';

export type TestCard = {
  number: string;
  label: string;
  scheme: CardScheme;
  funding: CardFunding;
  country: string;
  behaviour: CardBehaviour;
};

/** The only cards that the sandbox accepts. Numbers that a provider publishes behave the same there. */
// biome-ignore format: a table
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', label: 'Visa credit',                     scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'approve' },
  { number: '4000056655665556', label: 'Visa debit',                      scheme: 'visa',       funding: 'debit',   country: 'AU', behaviour: 'approve' },
  { number: '5555555555554444', label: 'Mastercard credit',               scheme: 'mastercard', funding: 'credit',  country: 'AU', behaviour: 'approve' },
  { number: '5200828282828210', label: 'Mastercard debit',                scheme: 'mastercard', funding: 'debit',   country: 'AU', behaviour: 'approve' },
  { number: '5105105105105100', label: 'Mastercard prepaid',              scheme: 'mastercard', funding: 'prepaid', country: 'AU', behaviour: 'approve' },
  { number: '6200000000000005', label: 'UnionPay',                        scheme: 'unionpay',   funding: 'credit',  country: 'CN', behaviour: 'approve' },
  { number: '378282246310005',  label: 'American Express',                scheme: 'amex',       funding: 'credit',  country: 'AU', behaviour: 'approve' },
  { number: '3566002020360505', label: 'JCB',                             scheme: 'jcb',        funding: 'credit',  country: 'JP', behaviour: 'approve' },
  { number: '4000008260000000', label: 'Visa credit, foreign',            scheme: 'visa',       funding: 'credit',  country: 'GB', behaviour: 'approve' },
  { number: '6011111111111117', label: 'Another scheme',                  scheme: 'other',      funding: 'credit',  country: 'US', behaviour: 'approve' },
  { number: '4000000000009995', label: 'Declined: insufficient funds',    scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'insufficient-funds' },
  { number: '4000000000000069', label: 'Declined: expired card',          scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'expired-card' },
  { number: '4000000000000002', label: 'Declined: do not honour',         scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'do-not-honour' },
  { number: '4000000000001018', label: 'Approved after three seconds',    scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'slow' },
  { number: '4000000000001026', label: 'Pending, approved later',         scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'late' },
  { number: '4000000000001034', label: 'Pending, declined later',         scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'late-decline' },
  { number: '4000000000001042', label: 'Charged, but no answer comes',    scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'no-answer' },
  { number: '4000000000001059', label: 'Approved, reported twice',        scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'twice' },
  { number: '4000000000001067', label: 'Gateway unreachable, no charge',  scheme: 'visa',       funding: 'credit',  country: 'AU', behaviour: 'unreachable' },
  { number: '4000000000001075', label: 'Approved, its refund takes a minute', scheme: 'visa',   funding: 'credit',  country: 'AU', behaviour: 'refund-later' },
];

/** Whether the refund of a charge is pending at first. A charge keeps only the last digits of its card. */
export const isRefundedLater = ({ last4 }: { last4: string }): boolean =>
  testCards.some(({ number, behaviour }) => behaviour === 'refund-later' && number.endsWith(last4));
