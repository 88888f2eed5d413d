import classes from '@kerb/web/features/payments/payments.module.css';
import { Loader, Text } from '@mantine/core';

/** Shown while the outcome of a charge is not known. */
export function PendingPayment() {
  return (
    <div className={classes.outcome} role="status">
      <Loader size="sm" aria-hidden="true" />
      <div>
        <Text fw={600}>A card payment is being confirmed with the card provider.</Text>
        <Text size="sm" c="dimmed">
          This can take a few minutes. Until then no other payment can be made for this campaign.
        </Text>
      </div>
    </div>
  );
}
