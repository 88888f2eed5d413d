import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { MoneySummary } from '@kerb/web/features/payments/money-summary.tsx';
import { paymentQueries } from '@kerb/web/features/payments/payments.queries.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** The payer's money in this campaign, whatever the option is now. Hidden while there is none. */
export function PayerMoneyCard({ agreement }: { agreement: Agreement }) {
  const { data } = useQuery(paymentQueries.money(agreement.id));
  if (!data || data.paid + data.held + data.underRefund + data.returned === 0) return null;
  return (
    <Surface title="Your payments">
      <Stack gap="md">
        <MoneySummary agreementId={agreement.id} standing="vendor" />
        {data.held > 0 && (
          <Text size="sm">{`The money that we hold is yours. It pays for this campaign, or is returned to you. Please call ${agreement.tenantName} or us with any question.`}</Text>
        )}
      </Stack>
    </Surface>
  );
}
