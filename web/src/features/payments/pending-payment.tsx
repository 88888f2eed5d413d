import classes from '@kerb/web/features/payments/payments.module.css';
import { Loader, Text } from '@mantine/core';

/** While nobody knows yet what became of a charge: what to do, which is nothing. */
export function PendingPayment() {
  return (
    <div className={classes.outcome} role="status">
      <Loader size="sm" aria-hidden="true" />
      <div>
        <Text fw={600}>We are confirming your payment with the card provider.</Text>
        <Text size="sm" c="dimmed">
          This can take a few minutes. Please do not pay again: this page shows the outcome as soon as it is known, and
          you will not be charged twice.
        </Text>
      </div>
    </div>
  );
}
