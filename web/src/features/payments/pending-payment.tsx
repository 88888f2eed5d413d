import classes from '@kerb/web/features/payments/payments.module.css';
import { Loader, Text } from '@mantine/core';

const wordsFor = {
  payer: {
    title: 'We are confirming your payment with the card provider.',
    text:
      'This can take a few minutes. Please do not pay again: this page shows the outcome as soon as it is known, and ' +
      'you will not be charged twice.',
  },
  staff: {
    title: 'A card payment is being confirmed with the card provider.',
    text: 'This can take a few minutes. Until then no other payment can be made for this campaign.',
  },
};

/** Shown while the outcome of a charge is not known: the payer need not do anything. */
export function PendingPayment({ isPayer }: { isPayer: boolean }) {
  const { title, text } = isPayer ? wordsFor.payer : wordsFor.staff;
  return (
    <div className={classes.outcome} role="status">
      <Loader size="sm" aria-hidden="true" />
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
    </div>
  );
}
