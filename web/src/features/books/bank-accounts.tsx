import type { BankAccountsView, MovementView } from '@kerb/domain/books/movements.contract.ts';
import { directionLabels } from '@kerb/domain/payments/movements.ts';
import { ownAccountLabels } from '@kerb/domain/payments/own-accounts.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DataTable } from '@kerb/web/design/data-table.tsx';
import type { Column } from '@kerb/web/design/data-table-props.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/books/books.module.css';
import { BooksPage } from '@kerb/web/features/books/books-page.tsx';
import { MovementDialog } from '@kerb/web/features/books/movement.dialog.tsx';
import { bankAccountsQuery, useMovements } from '@kerb/web/features/books/movements.queries.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type Own = NonNullable<BankAccountsView['trust']>;

const AccountCard = ({ title, account, note }: { title: string; account: Own; note: string }) => (
  <Surface title={title}>
    <Facts
      rows={[
        ['Account', `${account.accountName}, ${account.bankAccount}`],
        ['Balance by the books', <Money key="balance" cents={account.balance} isExact />],
      ]}
    />
    <p className={classes.note}>{note}</p>
  </Surface>
);

/** What is to be moved, and why. */
function ToMoveText({ accounts: { toMove, ours, lentUnderWay } }: { accounts: BankAccountsView }) {
  return (
    <>
      {toMove ? (
        <>
          To be moved: <Money cents={toMove.amount} isExact />. {directionLabels[toMove.direction]}.
        </>
      ) : (
        'Nothing is to be moved between the bank accounts.'
      )}{' '}
      Our money in the trust account: <Money cents={ours} isExact />. Lent by batches that the bank has not paid yet:{' '}
      <Money cents={lentUnderWay} isExact />.
    </>
  );
}

/** The same, with the way to the page. Only where our money has a bank account of its own. */
export function BetweenAccounts() {
  const { data } = useQuery(bankAccountsQuery);
  if (!data?.operating) return null;
  return (
    <p className={classes.note}>
      <ToMoveText accounts={data} />{' '}
      <LinkText to="/admin/books/$view" params={{ view: 'bank-accounts' }} search={{}} size="sm" underline="always">
        Bank Accounts
      </LinkText>
    </p>
  );
}

const stateOf = ({ isUndone, isOnStatement }: MovementView): string => {
  if (isUndone) return 'Taken back';
  return isOnStatement ? 'On a bank statement' : 'Recorded';
};

const columnsWith = (onUndo: (movement: MovementView) => void): Column<MovementView>[] => [
  {
    key: 'day',
    header: 'Day',
    width: '14%',
    onCard: 'title',
    cell: ({ day }) => <DateText value={day} style="short" />,
  },
  {
    key: 'direction',
    header: 'Movement',
    onCard: 'wide',
    cell: ({ direction, reference, userName }) => (
      <span className={classes.stack}>
        <span>{directionLabels[direction]}</span>
        <span className={classes.small}>{[reference, userName].filter(Boolean).join(', ')}</span>
      </span>
    ),
  },
  { key: 'amount', header: 'Amount', width: '16%', align: 'end', cell: (row) => <Money cents={row.amount} isExact /> },
  { key: 'state', header: 'State', width: '16%', cell: stateOf },
  {
    key: 'action',
    header: 'Action',
    width: '14%',
    onCard: 'wide',
    cell: (row) =>
      row.isUndone || row.isOnStatement ? (
        ''
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Take back ${row.reference}`}
          onClick={() => onUndo(row)}
        >
          Take back
        </Button>
      ),
  },
];

function Movements({ accounts }: { accounts: BankAccountsView }) {
  const { undo } = useMovements();
  const takeBack = async ({ id, reference }: MovementView) => {
    const isSure = await confirm({
      title: 'Take this movement back?',
      text: `Only if ${reference} was recorded by mistake. No money is moved at the bank.`,
      confirmLabel: 'Take back',
    });
    if (!isSure) return;
    await withProgress(savingText, () => undo(id))
      .then(() => toast.success('The movement was taken back'))
      .catch(toast.error);
  };
  return (
    <Surface title="Movements" flush>
      <DataTable
        label="Movements"
        columns={columnsWith((row) => void takeBack(row))}
        rows={accounts.movements}
        rowKey={({ id }) => id}
        empty={<EmptyState text="No movement was recorded." />}
      />
    </Surface>
  );
}

function TwoAccounts({ accounts }: { accounts: BankAccountsView & { trust: Own; operating: Own } }) {
  return (
    <>
      <p className={classes.note}>
        <ToMoveText accounts={accounts} />
      </p>
      <AccountCard
        title={ownAccountLabels.trust}
        account={accounts.trust}
        note="Payers’ money in the bank, and our money that is to be moved. It should be the balance at the bank."
      />
      <AccountCard
        title={ownAccountLabels.operating}
        account={accounts.operating}
        note="Repayments that came into it, and what was moved. The books do not know your other money there."
      />
      <Movements accounts={accounts} />
    </>
  );
}

/** Both bank accounts by the books, and what is to be moved between them. */
export function BankAccountsPage() {
  const { data, error, refetch } = useQuery(bankAccountsQuery);
  const [isRecording, setIsRecording] = useState(false);
  const action = data?.toMove && <Button onClick={() => setIsRecording(true)}>Record a movement</Button>;
  const trust = data?.trust;
  const operating = data?.operating;
  return (
    <BooksPage view="bank-accounts" title="Bank Accounts" actions={action}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && trust && operating && <TwoAccounts accounts={{ ...data, trust, operating }} />}
      {data && !operating && (
        <EmptyState
          text="There is one bank account."
          help="Our own money can have a bank account of its own: see OPERATING_ACCOUNT_NUMBER."
        />
      )}
      {isRecording && data?.toMove && (
        <MovementDialog today={data.today} toMove={data.toMove} onClose={() => setIsRecording(false)} />
      )}
    </BooksPage>
  );
}
