import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { closedLabel } from '@kerb/domain/loans/closed-loan.ts';
import type { LoanView } from '@kerb/domain/loans/loans.contract.ts';
import { loanDateLabels } from '@kerb/domain/loans/save-loan.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { fromNow } from '@kerb/web/design/dates.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCampaignChanges } from '@kerb/web/features/campaigns/campaign-changes.ts';
import type { FactRow } from '@kerb/web/features/loans/finance-facts.tsx';
import { rateText } from '@kerb/web/features/loans/finance-fields.ts';
import { LoanDatesForm } from '@kerb/web/features/loans/loan-dates.form.tsx';
import type { LoanPartProps } from '@kerb/web/features/loans/loan-part.ts';
import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';

// Number plans for phones are heavy, and only the settlement's contact needs them.
const SettlementDetails = lazyComponent(
  async () => (await import('@kerb/web/features/loans/settlement-details.dialog.tsx')).SettlementDetails,
);

const date = (label: string, day: string | null): FactRow => [label, <DateText key={label} value={day} />];

function dueRow({ dates: { dueDate, dueInDays }, today }: LoanView): FactRow[] {
  if (!dueDate) return [];
  const isOverdue = dueInDays !== null && dueInDays < 0;
  const words = dueInDays === null ? '' : `, ${isOverdue ? 'overdue since then' : fromNow(dueDate, today)}`;
  return [
    [
      'Payment due',
      <span key="due">
        <DateText value={dueDate} />
        {words}
      </span>,
    ],
  ];
}

/** The dates and terms of a loan. */
function rowsOf({ value: agreement }: { value: Agreement }, loan: LoanView): FactRow[] {
  const { dates } = loan;
  const { interestRate, campaignBorrowedAmount, campaignBudget } = agreement;
  const isFreeAtFirst = dates.interestStartsOn !== null && dates.interestStartsOn !== dates.loanStartDate;
  return [
    date('Signed', dates.signatureDate),
    ['Amount', <Money key="amount" cents={campaignBorrowedAmount ?? campaignBudget} />],
    ...(interestRate ? [[labelOfField('interestRate'), `${rateText(interestRate)}% p.a.`] as const] : []),
    date(loanDateLabels.campaignFinanceLoanStartDate, dates.loanStartDate),
    date(loanDateLabels.campaignFinanceDrawdownDate, dates.drawdownDate),
    ...(isFreeAtFirst ? [date('Interest Starts', dates.interestStartsOn)] : []),
    date(loanDateLabels.propertySettlementDate, dates.settlementDate),
    ...(dates.withdrawnDate ? [date(loanDateLabels.propertyWithdrawnFromSaleDate, dates.withdrawnDate)] : []),
    date(loanDateLabels.loanEndDate, dates.loanEndDate),
    ...dueRow(loan),
    date(closedLabel(loan.writtenOff), dates.repaidDate),
  ];
}

type LoanDatesProps = LoanPartProps & { isEditing: boolean; onEdit: (isEditing: boolean) => void };

export function LoanDates({ record, standing, loan, isEditing, onEdit }: LoanDatesProps) {
  const { status } = record.value;
  const mayDate = mayChangeGroup('loanDates', standing, status);
  const maySettle = mayChangeGroup('saleEnd', standing, status);
  if (isEditing && mayDate) return <LoanDatesForm record={record} today={loan.today} onClose={() => onEdit(false)} />;
  return (
    <div>
      <Facts rows={rowsOf(record, loan)} isLong />
      <Group gap="sm" mt="md" className="kerb-no-print">
        {mayDate && (
          <Button variant="default" data-does="repay" onClick={() => onEdit(true)}>
            Edit dates
          </Button>
        )}
        {maySettle && <SettlementButton record={record} standing={standing} loan={loan} />}
        {maySettle && !loan.dates.withdrawnDate && !loan.dates.repaidDate && (
          <WithdrawButton record={record} loan={loan} />
        )}
      </Group>
    </div>
  );
}

function SettlementButton(props: LoanPartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" disabled={Boolean(props.loan.dates.withdrawnDate)} onClick={() => setOpen(true)}>
        Settlement Details
      </Button>
      {isOpen && (
        <Suspense>
          <SettlementDetails {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Uses today's date in the organisation's time zone. A withdrawal also clears the settlement. */
function WithdrawButton({ record, loan }: Pick<LoanPartProps, 'record' | 'loan'>) {
  const { save } = useCampaignChanges(record.value.id);
  const withdraw = async () => {
    const isSure = await confirm({
      title: 'Withdraw Campaign',
      text: 'The property is withdrawn from sale today. The settlement date is cleared, and what is owing falls due.',
      confirmLabel: 'Withdraw Campaign',
      danger: true,
    });
    if (!isSure) return;
    try {
      await withProgress('Withdrawing campaign...', () =>
        save({ propertyWithdrawnFromSaleDate: loan.today }, record.version),
      );
      toast.success('Saved');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Button variant="default" c="var(--mantine-color-error)" onClick={() => void withdraw()}>
      Withdraw Campaign
    </Button>
  );
}
