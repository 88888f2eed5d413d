import { standingMay } from '@kerb/domain/access/access-scope.ts';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { LoanDates } from '@kerb/web/features/loans/loan-dates.tsx';
import { LoanFigures } from '@kerb/web/features/loans/loan-figures.tsx';
import { LoanInvoices } from '@kerb/web/features/loans/loan-invoices.tsx';
import type { LoanCardProps, LoanPartProps } from '@kerb/web/features/loans/loan-part.ts';
import { LoanReminders } from '@kerb/web/features/loans/loan-reminders.tsx';
import { LoanRequests } from '@kerb/web/features/loans/loan-requests.tsx';
import { LoanTimeline } from '@kerb/web/features/loans/loan-timeline.tsx';
import { loanQueries } from '@kerb/web/features/loans/loans.queries.ts';
import { Payout } from '@kerb/web/features/loans/payout.tsx';
import { Repayments } from '@kerb/web/features/loans/repayments.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** A loan from the signatures to its repayment: dates, amounts owed, invoices, messages and payout. */
export function LoanCard({ record, standing }: LoanCardProps) {
  const { data, error, refetch } = useQuery(loanQueries.of(record));
  return (
    <Surface title="Campaign Management">
      <Loaded data={data} error={error} onRetry={() => void refetch()} lines={6}>
        {(loan) => <Managed record={record} standing={standing} loan={loan} />}
      </Loaded>
    </Surface>
  );
}

function Managed({ record, standing, loan }: LoanPartProps) {
  const [isEditing, setEditing] = useState(false);
  const part = { record, standing, loan };
  return (
    <div className={classes.sections}>
      <LoanDates {...part} isEditing={isEditing} onEdit={setEditing} />
      {loan.timeline && <LoanTimeline events={loan.timeline} today={loan.today} balances={loan.balances} />}
      <LoanFigures loan={loan} />
      {loan.dates.drawdownDate && standingMay(standing, 'loan.manage') && <Repayments record={record} />}
      {loan.dates.drawdownDate && standingMay(standing, 'loan.answer') && <LoanRequests record={record} />}
      {loan.invoices && <LoanInvoices {...part} isEditing={isEditing} />}
      <LoanReminders {...part} />
      <Payout {...part} />
    </div>
  );
}
