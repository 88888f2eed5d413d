import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { LoanView } from '@kerb/domain/loans/loans.contract.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { LoanDates } from '@kerb/web/features/loans/loan-dates.tsx';
import { LoanFigures } from '@kerb/web/features/loans/loan-figures.tsx';
import { LoanInvoices } from '@kerb/web/features/loans/loan-invoices.tsx';
import { LoanReminders } from '@kerb/web/features/loans/loan-reminders.tsx';
import { LoanTimeline } from '@kerb/web/features/loans/loan-timeline.tsx';
import { loanQueries } from '@kerb/web/features/loans/loans.queries.ts';
import { Payout } from '@kerb/web/features/loans/payout.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type LoanCardProps = { record: Versioned<Agreement>; standing: Standing };

/** A loan from the signatures to its repayment: its dates, what is owed, its invoices, messages and payout. */
export function LoanCard({ record, standing }: LoanCardProps) {
  const { data: loan, error, refetch } = useQuery(loanQueries.of(record));
  return (
    <Surface title="Campaign Management">
      {loan ? (
        <Managed record={record} standing={standing} loan={loan} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LinesSkeleton lines={6} />
      )}
    </Surface>
  );
}

export type LoanPartProps = LoanCardProps & { loan: LoanView };

function Managed({ record, standing, loan }: LoanPartProps) {
  const [isEditing, setEditing] = useState(false);
  const part = { record, standing, loan };
  return (
    <div className={classes.sections}>
      <LoanDates {...part} isEditing={isEditing} onEdit={setEditing} />
      {loan.timeline && <LoanTimeline events={loan.timeline} today={loan.today} balances={loan.balances} />}
      <LoanFigures loan={loan} />
      {loan.invoices && <LoanInvoices {...part} isEditing={isEditing} />}
      <LoanReminders {...part} />
      <Payout {...part} />
    </div>
  );
}
