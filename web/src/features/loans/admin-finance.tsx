import type { FixedAt } from '@kerb/domain/actions/readiness.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { isApprovalOpen } from '@kerb/domain/agreements/transitions.ts';
import type { FinancedOption } from '@kerb/domain/vocabulary/value-lists.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { focusFieldToFix } from '@kerb/web/features/campaigns/fix-field.ts';
import { documentQueries } from '@kerb/web/features/documents/documents.queries.ts';
import { approvalFactsOf } from '@kerb/web/features/loans/approval-facts.ts';
import { ApprovalPanel } from '@kerb/web/features/loans/approval-panel.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { financeEdited, financeFixer } from '@kerb/web/features/loans/finance-editing.ts';
import {
  FinanceNotes,
  financedBy,
  lendingRows,
  payLaterRows,
  payOnSuccessRows,
  pricesOf,
} from '@kerb/web/features/loans/finance-facts.tsx';
import type { FinanceValues } from '@kerb/web/features/loans/finance-fields.ts';
import { documentTitles, notesHints } from '@kerb/web/features/loans/finance-options.ts';
import { LendingDocuments } from '@kerb/web/features/loans/lending-documents.tsx';
import { useLoanChanges } from '@kerb/web/features/loans/loans.queries.ts';
import { OnSuccessTerms } from '@kerb/web/features/loans/on-success-terms.tsx';
import { PayLaterForm } from '@kerb/web/features/loans/pay-later.form.tsx';
import { PayOnSuccessForm } from '@kerb/web/features/loans/pay-on-success.form.tsx';
import { FinanceShareBar, LoanToValueBar, Valuation } from '@kerb/web/features/loans/share-figures.tsx';
import { optionQueries } from '@kerb/web/features/options/options.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

type AdminFinanceProps = { record: Versioned<Agreement>; option: FinancedOption };

/** Fields of the form of this card. The other places are on the page whether the form is open or not. */
const isInForm = (name: FixedAt): boolean =>
  name === 'campaignBudget' || name === 'serviceFee' || name === 'interestRate';

/**
 * The card opens for reading, and its form closes with the status. Correcting a failed rule opens the form, and focuses
 * the field. The page's action asks for that too, and learns whether the form is open.
 */
function useEditing({ id, status }: Agreement) {
  const [isEditing, setEditing] = useState(false);
  const [wanted, setWanted] = useState<{ name: FixedAt } | null>(null);
  const [seen, setSeen] = useState(status);
  if (seen !== status) {
    setSeen(status);
    setEditing(false);
  }
  const mend = useCallback((name: FixedAt) => {
    if (isInForm(name)) setEditing(true);
    setWanted({ name });
  }, []);
  useEffect(() => {
    if (wanted) focusFieldToFix(wanted.name);
  }, [wanted]);
  useEffect(() => {
    financeFixer.set(mend);
    return () => financeFixer.set(null);
  }, [mend]);
  useEffect(() => {
    financeEdited.set(isEditing ? id : null);
    return () => financeEdited.set(null);
  }, [isEditing, id]);
  return { isEditing, setEditing, mend };
}

/** A finance card for admins: read it, edit it in place, and approve it once every rule passes. */
export function AdminFinance({ record, option }: AdminFinanceProps) {
  const agreement = record.value;
  const { isEditing, setEditing, mend } = useEditing(agreement);
  const [typed, setTyped] = useState<FinanceValues | null>(null);
  const { data: documents = [] } = useQuery(documentQueries.of(agreement.id));
  const filed = documents.map(({ purpose }) => purpose);
  const facts = approvalFactsOf(agreement, isEditing ? typed : null, filed);
  const close = () => setEditing(false);
  return (
    <div className={classes.sections} data-finance="">
      {isEditing ? (
        <EditFinance {...{ record, option }} onTyped={setTyped} onSaved={close} onClose={close} />
      ) : (
        <ShownFinance {...{ record, option }} onEdit={() => setEditing(true)} />
      )}
      {isApprovalOpen(agreement.status) && (
        <ApprovalPanel record={record} option={option} facts={{ ...facts, isEditing }} onFix={mend} />
      )}
      {option === 'pos' && <OnSuccessTerms />}
      <LendingDocuments agreement={agreement} standing="admin" title={documentTitles[option]} />
    </div>
  );
}

type EditFinanceProps = AdminFinanceProps & {
  onTyped: (values: FinanceValues | null) => void;
  onSaved: () => void;
  onClose: () => void;
};

function EditFinance({ option, ...props }: EditFinanceProps) {
  const { data: options } = useQuery(optionQueries.of(props.record.value.id));
  if (!options) return <LinesSkeleton lines={6} />;
  const offered = options.items.find(({ optionCode }) => optionCode === option);
  const Form = option === 'pl' ? PayLaterForm : PayOnSuccessForm;
  return <Form option={offered} {...props} />;
}

function ShownFinance({ record: { value: agreement }, option, onEdit }: AdminFinanceProps & { onEdit: () => void }) {
  const prices = pricesOf(agreement);
  const terms = option === 'pl' ? payLaterRows(agreement) : payOnSuccessRows(agreement);
  return (
    <>
      <Facts rows={[...terms, ...lendingRows(agreement)]} isLong />
      <div>
        <Valuation prices={prices} />
        <div className={classes.bars}>
          {option === 'pl' && <FinanceShareBar financed={financedBy(agreement)} prices={prices} />}
          <LoanToValueBar mortgage={agreement.mortgageBalance} prices={prices} />
        </div>
      </div>
      <FinanceNotes notes={agreement.campaignFinanceNotes} hint={notesHints[option]} />
      <Group gap="sm" className="kerb-no-print">
        <Button variant="default" onClick={onEdit}>
          Edit
        </Button>
        {agreement.status === 'approved' && <ResendApproval agreement={agreement} />}
      </Group>
    </>
  );
}

function ResendApproval({ agreement: { id } }: { agreement: Agreement }) {
  const { resendApproval } = useLoanChanges(id);
  const resend = async () => {
    try {
      await withProgress('Sending approval email...', resendApproval);
      toast.success('Sent');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Button variant="default" onClick={() => void resend()}>
      Resend Approval Email
    </Button>
  );
}
