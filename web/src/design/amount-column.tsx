import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { Money } from '@kerb/web/design/money.tsx';

export const amountColumn: Column<{ amount: Cents }> = {
  key: 'amount',
  header: 'Amount',
  width: '14%',
  align: 'end',
  onCard: 'corner',
  cell: ({ amount }) => <Money cents={amount} />,
};
