import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { isApprovalOpen } from '@kerb/domain/agreements/transitions.ts';
import type { MendedBy } from '@kerb/domain/loans/approval.ts';
import type { FinancedOption } from '@kerb/domain/vocabulary/value-lists.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { documentQueries } from '@kerb/web/features/documents/documents.queries.ts';
import { approvalFactsOf } from '@kerb/web/features/loans/approval-facts.ts';
import { ApprovalPanel } from '@kerb/web/features/loans/approval-panel.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
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
import { focusFieldToFix } from '@kerb/web/features/loans/fix-field.ts';
import { LendingDocuments } from '@kerb/web/features/loans/lending-documents.tsx';
import { useLoanChanges } from '@kerb/web/features/loans/loans.queries.ts';
import { OnSuccessTerms } from '@kerb/web/features/loans/on-success-terms.tsx';
import { PayLaterForm } from '@kerb/web/features/loans/pay-later.form.tsx';
import { PayOnSuccessForm } from '@kerb/web/features/loans/pay-on-success.form.tsx';
import { rememberSave, wasSavedRecently } from '@kerb/web/features/loans/saved-recently.ts';
import { FinanceShareBar, LoanToValueBar, Valuation } from '@kerb/web/features/loans/share-figures.tsx';
import { optionQueries } from '@kerb/web/features/options/options.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

type AdminFinanceProps = { record: Versioned<Agreement>; option: FinancedOption };

const opensByItself = ({ id, status }: Agreement, option: FinancedOption): boolean =>
  isApprovalOpen(status) && !(option === 'pl' && wasSavedRecently(id));

/** The form opens and closes with the status. Correcting a failed rule opens it too, and focuses the field. */
function useEditing(agreement: Agreement, option: FinancedOption) {
  const [isEditing, setEditing] = useState(() => opensByItself(agreement, option));
  const [wanted, setWanted] = useState<{ name: MendedBy } | null>(null);
  const [status, setStatus] = useState(agreement.status);
  if (status !== agreement.status) {
    setStatus(agreement.status);
    setEditing(opensByItself(agreement, option));
  }
  useEffect(() => {
    if (wanted) focusFieldToFix(wanted.name);
  }, [wanted]);
  const mend = (name: MendedBy) => {
    if (name === 'campaignBudget' || name === 'serviceFee') setEditing(true);
    setWanted({ name });
  };
  return { isEditing, setEditing, mend };
}

/** A finance card for admins: read it, edit it in place, and approve it once every rule passes. */
export function AdminFinance({ record, option }: AdminFinanceProps) {
  const agreement = record.value;
  const { isEditing, setEditing, mend } = useEditing(agreement, option);
  const [typed, setTyped] = useState<FinanceValues | null>(null);
  const { data: documents = [] } = useQuery(documentQueries.of(agreement.id));
  const filed = documents.map(({ purpose }) => purpose);
  const facts = approvalFactsOf(agreement, isEditing ? typed : null, filed);
  const close = () => setEditing(false);
  const saved = () => {
    rememberSave(agreement.id);
    close();
  };
  return (
    <div className={classes.sections} data-finance="">
      {isEditing ? (
        <EditFinance {...{ record, option }} onTyped={setTyped} onSaved={saved} onClose={close} />
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
