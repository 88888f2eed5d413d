import type { Day } from '@kerb/domain/kernel/dates.ts';
import { loanEndpoints, type PayoutLetter } from '@kerb/domain/loans/loans.contract.ts';
import type { PayoutLetterState } from '@kerb/domain/loans/payout-letters.ts';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { longDay, shortDay } from '@kerb/web/design/dates.ts';
import { messagesOf } from '@kerb/web/design/form-problems.ts';
import { Money } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/loans/loan.module.css';
import { BalanceTable } from '@kerb/web/features/loans/loan-figures.tsx';
import type { LoanPartProps } from '@kerb/web/features/loans/loan-part.ts';
import { loanQueries, useLoanChanges } from '@kerb/web/features/loans/loans.queries.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Downloads an issued payout letter. */
async function saveLetter(id: number, { id: letterId, code }: PayoutLetter): Promise<void> {
  try {
    const nameOf = (given: string | null) => given ?? `Payout-Letter_${code}.pdf`;
    await saveDownload(loanEndpoints.downloadPayout, { params: { id, letterId } }, { nameOf });
  } catch (error) {
    toast.error(error);
  }
}

/** The cost of repaying on a chosen day, and a letter that states it. */
export function Payout({ record, loan }: LoanPartProps) {
  const { isOpen, earliest, letters } = loan.payout;
  if (!isOpen && letters.length === 0) return null;
  return (
    <div>
      <h3 className={classes.heading}>Payout</h3>
      {isOpen && <PayoutOnDay record={record} loan={loan} earliest={earliest ?? loan.today} />}
      {letters.length > 0 && <Letters id={record.value.id} letters={letters} />}
    </div>
  );
}

type PayoutOnDayProps = Pick<LoanPartProps, 'record' | 'loan'> & { earliest: Day };

function PayoutOnDay({ record, loan, earliest }: PayoutOnDayProps) {
  const [day, setDay] = useState<string>(earliest);
  const [error, setError] = useState<string>();
  const { issueLetter } = useLoanChanges(record.value.id);
  const { data } = useQuery({ ...loanQueries.on(record, day), enabled: day !== '' });
  const balance = data?.balances?.onDate;
  const issue = async () => {
    setError(undefined);
    try {
      const letter = await withProgress(savingText, () => issueLetter(day));
      await saveLetter(record.value.id, letter);
    } catch (problem) {
      const words = problem instanceof ApiProblem ? messagesOf(problem.validation).date : undefined;
      if (words) setError(words);
      else toast.error(problem);
    }
  };
  return (
    <>
      <div className={`${classes.actions} kerb-no-print`}>
        <DateField
          label="Payout date"
          value={day}
          min={earliest}
          max={loan.payout.latest ?? undefined}
          error={error}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button variant="default" disabled={day === ''} onClick={() => void issue()}>
          Download payout letter
        </Button>
      </div>
      {balance && day !== '' && (
        <BalanceTable
          caption={`If repaid on ${longDay(balance.day)}`}
          columns={[{ heading: balance.isEstimate ? 'Estimate' : 'Owed', balance }]}
        />
      )}
    </>
  );
}

// biome-ignore format: a table
const letterStates: Record<PayoutLetterState, string> = {
  valid:   'valid',
  expired: 'no longer valid',
  changed: 'no longer valid: what is owed has changed',
  ended:   'no longer valid: the loan is no longer running',
  repaid:  'the loan has been repaid',
};

function Letters({ id, letters }: { id: number; letters: readonly PayoutLetter[] }) {
  return (
    <ul className={classes.letters} aria-label="Payout letters">
      {letters.map((letter) => (
        <li key={letter.id}>
          <span className={classes.code}>{letter.code}</span>
          <span>
            <Money cents={letter.total} />
            {` on ${shortDay(letter.payoutDate)}, ${letterStates[letter.state]}`}
          </span>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Download letter ${letter.code}`}
            onClick={() => void saveLetter(id, letter)}
          >
            Download
          </Button>
        </li>
      ))}
    </ul>
  );
}
