import { refundAdministrationFee, settlesIn } from '@kerb/domain/payments/payment-terms.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/payments/payments.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';

type Section = { title: string; paragraphs: string[] };

const sections = (brand: string): Section[] => [
  {
    title: 'Security',
    paragraphs: [
      'You type your card into a frame of our card payment provider. The details go from your browser straight to them, encrypted, and are never seen or kept by us.',
      `${brand} learns only what kind of card it is, its last four digits, and whether the payment was made.`,
      `Money from a card or a bank transfer can take ${settlesIn} to settle.`,
    ],
  },
  {
    title: 'Refunds',
    paragraphs: [
      'Ask us before the campaign begins: once it has started, or the listing has been published, a payment is not refunded. Nor is it for a change of mind.',
      `Where a refund is made, an administration fee of ${moneyText(refundAdministrationFee)} may be kept back, at our discretion. Rights that the law gives you stay as they are.`,
    ],
  },
  {
    title: 'Privacy',
    paragraphs: [
      'We use your name, your email address and what you paid to take the payment, to send you its receipt and to keep the records that the law asks for.',
      'The organisation that runs your campaign sees what was paid, when and in which way.',
    ],
  },
];

/** Information about paying, collapsed until it is opened. */
export function PaymentTerms() {
  return (
    <div className={classes.terms}>
      {sections(countryRules().brand).map(({ title, paragraphs }) => (
        <details key={title}>
          <summary>{title}</summary>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </details>
      ))}
    </div>
  );
}
