import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type LoanAccount, loanAccountEndpoints } from '@kerb/domain/loan-books/loan-account.contract.ts';
import { paymentMethodLabels } from '@kerb/domain/payments/payments.contract.ts';
import { shortDay } from '@kerb/web/design/dates.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { Money, moneyText } from '@kerb/web/design/money.tsx';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/loans/loan.module.css';
import type { LoanPartProps } from '@kerb/web/features/loans/loan-part.ts';
import { loanQueries } from '@kerb/web/features/loans/loans.queries.ts';
import type { WriteOffStep } from '@kerb/web/features/loans/write-off.dialog.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

const RepaymentDialog = lazyComponent(
  async () => (await import('@kerb/web/features/loans/repayment.dialog.tsx')).RepaymentDialog,
);
const WriteOffDialog = lazyComponent(
  async () => (await import('@kerb/web/features/loans/write-off.dialog.tsx')).WriteOffDialog,
);

/** What was repaid of a drawn loan and what is past due, for the team, as the ledger has it. */
export function Repayments({ record }: Pick<LoanPartProps, 'record'>) {
  const { data, error, refetch } = useQuery(loanQueries.account(record));
  return (
    <div>
      <h3 className={classes.heading}>Repayments</h3>
      <Loaded data={data} error={error} onRetry={() => void refetch()} lines={3}>
        {(account) => <Account id={record.value.id} account={account} />}
      </Loaded>
    </div>
  );
}

/** A row for an amount that most loans do not have. */
const amountRow = (label: string, cents: Cents) =>
  cents > 0 ? [[label, <Money key={label} cents={cents} isExact />] as const] : [];

/** Downloads the statement of the loan from its start to today. */
async function saveStatement(id: number): Promise<void> {
  try {
    const nameOf = (given: string | null) => given ?? `Loan-Statement_${id}.pdf`;
    await saveDownload(loanAccountEndpoints.statementPdf, { params: { id }, query: {} }, { nameOf });
  } catch (error) {
    toast.error(error);
  }
}

type AccountProps = { id: number; account: LoanAccount };

/** What is late, what was written off, and what waits for another admin. */
function Standing({ account }: Pick<AccountProps, 'account'>) {
  const { arrears } = account;
  return (
    <>
      {arrears && (
        <div>
          <ToneBadge tone="danger">{`Past due: ${arrears.label}`}</ToneBadge>
          <Text size="sm" mt="xs">
            {`${moneyText(arrears.amount)} was due on ${shortDay(arrears.dueDate)}, ${arrears.daysPastDue} days ago.`}
          </Text>
        </div>
      )}
      {account.writtenOff > 0 && account.owed === 0 && (
        <div>
          <ToneBadge tone="danger">Written off</ToneBadge>
        </div>
      )}
      {account.isWriteOffAsked && (
        <Text size="sm">A write-off waits for another admin, who confirms it on the Users screen.</Text>
      )}
    </>
  );
}

function Account({ id, account }: AccountProps) {
  const [isOpen, setOpen] = useState<'repay' | WriteOffStep | null>(null);
  const { payTo } = account;
  const recovered = account.repayments.reduce((sum, each) => sum + each.recovered, 0);
  return (
    <Stack gap="sm">
      <Standing account={account} />
      <Facts
        rows={[
          ['Owed today', <Money key="owed" cents={account.owed} isExact />],
          ...amountRow('Held for the payer', account.held),
          ...amountRow('Written off', account.writtenOff),
          ...amountRow('Recovered', recovered),
          ...(payTo ? [['Reference for a transfer', payTo.reference] as const] : []),
        ]}
      />
      <RepaymentTable repayments={account.repayments} />
      <div className={`${classes.actions} kerb-no-print`}>
        <Button variant="default" onClick={() => void saveStatement(id)}>
          Download statement
        </Button>
        {account.mayRecord && (
          <Button variant="default" data-does="recordRepayment" onClick={() => setOpen('repay')}>
            Record repayment
          </Button>
        )}
        {account.mayWriteOff && (
          <Button variant="default" onClick={() => setOpen('writeOffRest')}>
            {`Write off ${moneyText(account.owed)}`}
          </Button>
        )}
        {account.mayAskWriteOff && (
          <Button variant="default" onClick={() => setOpen('askWriteOff')}>
            Ask to write off
          </Button>
        )}
        {account.mayReverseWriteOff && (
          <Button variant="default" onClick={() => setOpen('reverseWriteOff')}>
            Reverse the write-off
          </Button>
        )}
      </div>
      <Suspense>
        {isOpen === 'repay' && <RepaymentDialog agreementId={id} account={account} onClose={() => setOpen(null)} />}
        {isOpen !== null && isOpen !== 'repay' && (
          <WriteOffDialog agreementId={id} account={account} step={isOpen} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </Stack>
  );
}

function RepaymentTable({ repayments }: Pick<LoanAccount, 'repayments'>) {
  if (repayments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing was repaid yet.
      </Text>
    );
  }
  return (
    <table className={classes.balances}>
      <caption>Payments for the loan</caption>
      <thead>
        <tr>
          <th scope="col">Payment</th>
          <th scope="col">Fees</th>
          <th scope="col">Interest</th>
          <th scope="col">Principal</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {repayments.map(({ id, paymentNumber, date, method, status, fees, interest, principal, amount }) => (
          <tr key={id}>
            <th scope="row">
              {`${paymentNumber}, ${shortDay(date)}, ${paymentMethodLabels[method]}`}
              {status === 'voided' && ', voided'}
            </th>
            {[fees, interest, principal, amount].map((cents, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order
              <td key={at}>
                <Money cents={cents} isExact />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
