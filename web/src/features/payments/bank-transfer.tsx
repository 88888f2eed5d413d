import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { settlesIn } from '@kerb/domain/payments/payment-terms.ts';
import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { transferFacts } from '@kerb/domain/payments/transfer-facts.ts';
import { CopyButton } from '@kerb/web/design/copy-button.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/payments/payments.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Stack, Text } from '@mantine/core';

type Line = { label: string; shown: string; copied: string };

function linesOf({ bankTransfer, dueAmount }: PaymentDetails): Line[] {
  if (!bankTransfer) return [];
  return [
    { label: 'Amount', shown: moneyText(dueAmount), copied: decimalFromCents(dueAmount) },
    ...transferFacts(bankTransfer, countryRules()).map(([label, text]) => ({ label, shown: text, copied: text })),
  ];
}

/** The account, reference and amount; each can be copied into the bank's page. */
export function BankTransfer({ details }: { details: PaymentDetails }) {
  const lines = linesOf(details);
  if (lines.length === 0) return <Text>Bank transfers cannot be taken at the moment. Please pay by card.</Text>;
  return (
    <Stack gap="sm">
      <Text>Transfer the amount from your bank to this account, with the reference: it tells us that it is yours.</Text>
      <dl className={classes.instructions}>
        {lines.map(({ label, shown, copied }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>
              <span>{shown}</span>
              <CopyButton label={label} text={copied} />
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        {`A bank transfer can take ${settlesIn} to settle. This page says so once it has arrived.`}
      </Text>
    </Stack>
  );
}
