import { isPayer, type Standing } from '@kerb/domain/access/actor.ts';
import type { CampaignMoneyView } from '@kerb/domain/payments/change-after-payment.contract.ts';
import { moneyLabels } from '@kerb/domain/payments/money-labels.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { paymentQueries } from '@kerb/web/features/payments/payments.queries.ts';
import { useQuery } from '@tanstack/react-query';

type Figure = Exclude<keyof CampaignMoneyView, 'paymentState'>;

const labels: Record<'team' | 'payer', Partial<Record<Figure, string>>> = moneyLabels;

/** The figures that are not zero. */
export function moneyRows(money: CampaignMoneyView, standing: Standing): [label: string, cents: number][] {
  const words = labels[isPayer(standing) ? 'payer' : 'team'];
  return (Object.keys(words) as Figure[]).flatMap((figure) => {
    const cents = money[figure] ?? 0;
    return cents > 0 ? [[words[figure] ?? figure, cents]] : [];
  });
}

/** The figures of a campaign's ledger, in the words of the reader. */
export function MoneySummary({ agreementId, standing }: { agreementId: number; standing: Standing }) {
  const { data, error, refetch } = useQuery(paymentQueries.money(agreementId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LinesSkeleton />;
  const rows = moneyRows(data, standing);
  if (rows.length === 0) return null;
  return (
    <Facts
      isLong={!isPayer(standing)}
      rows={rows.map(([label, cents]) => [label, <Money key={label} cents={cents} />])}
    />
  );
}
