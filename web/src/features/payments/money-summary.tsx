import type { CampaignMoneyView } from '@kerb/domain/payments/change-after-payment.contract.ts';
import { moneyLabels } from '@kerb/domain/payments/money-labels.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { paymentQueries } from '@kerb/web/features/payments/payments.queries.ts';
import { useQuery } from '@tanstack/react-query';

type Figure = Exclude<keyof CampaignMoneyView, 'paymentState'>;

const labels: Partial<Record<Figure, string>> = moneyLabels.team;

/** The figures that are not zero. */
const rowsOf = (money: CampaignMoneyView): [label: string, cents: number][] =>
  (Object.keys(labels) as Figure[]).flatMap((figure) => {
    const cents = money[figure] ?? 0;
    return cents > 0 ? [[labels[figure] ?? figure, cents]] : [];
  });

/** The figures of a campaign's ledger. */
export function MoneySummary({ agreementId }: { agreementId: number }) {
  const { data, error, refetch } = useQuery(paymentQueries.money(agreementId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LinesSkeleton />;
  const rows = rowsOf(data);
  if (rows.length === 0) return null;
  return <Facts isLong rows={rows.map(([label, cents]) => [label, <Money key={label} cents={cents} />])} />;
}
