import { loanInvoiceTypes } from '@kerb/domain/loans/loan-invoices.ts';
import { type LoanInvoiceView, loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { InvoiceContacts } from '@kerb/web/features/loans/invoice-contacts.tsx';
import classes from '@kerb/web/features/loans/loan.module.css';
import type { LoanPartProps } from '@kerb/web/features/loans/loan-part.ts';
import { loanQueries, useLoanChanges } from '@kerb/web/features/loans/loans.queries.ts';
import { useSendInvoice } from '@kerb/web/features/loans/send-invoice.ts';
import { download, showPdf } from '@kerb/web/platform/files.ts';
import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';

/** Shows the PDF of a loan's invoice. */
async function showInvoice(id: number): Promise<void> {
  try {
    const invoice = () =>
      withProgress('Downloading...', (onProgress) =>
        download(loanEndpoints.downloadInvoice, { params: { id } }, { onProgress }),
      );
    await showPdf(invoice, `Loan-Invoice_${id}.pdf`);
  } catch (error) {
    toast.error(error);
  }
}

function LastInvoice({ last }: { last: LoanInvoiceView }) {
  return (
    <Text size="sm" component="div">
      {`Last invoice ${last.number}: `}
      <Money cents={last.total} />
      {', issued '}
      <DateText value={last.issueDate} style="short" />
      {last.settlement?.amounts.map(({ kind, day, total }) => (
        <Fragment key={kind}>
          {kind === 'settlement' ? ', at settlement on ' : ', due on '}
          <DateText value={day} style="short" /> <Money cents={total} isExact />
        </Fragment>
      ))}
      {last.sentDate ? `, sent to ${last.sentTo.join(', ')}.` : ', not sent.'}
    </Text>
  );
}

type LoanInvoicesProps = LoanPartProps & { isEditing: boolean };

/** The loan's invoice: its recipients, missing details, and the three occasions to send it. */
export function LoanInvoices({ record, loan, isEditing }: LoanInvoicesProps) {
  const { data: contacts } = useQuery(loanQueries.contacts(record));
  const { invoices } = loan;
  if (!invoices) return null;
  return (
    <div>
      <h3 className={classes.heading}>Loan Invoice</h3>
      <Stack gap="sm">
        {invoices.message && <p className={classes.attention}>{invoices.message}</p>}
        {contacts && <InvoiceContacts contacts={contacts} />}
        {invoices.last && <LastInvoice last={invoices.last} />}
        <InvoiceActions
          id={record.value.id}
          actions={invoices.actions}
          hasContact={(contacts?.primary.length ?? 0) > 0}
          isEditing={isEditing}
        />
      </Stack>
    </div>
  );
}

type InvoiceActionsProps = {
  id: number;
  actions: NonNullable<LoanPartProps['loan']['invoices']>['actions'];
  hasContact: boolean;
  isEditing: boolean;
};

function InvoiceActions({ id, actions, hasContact, isEditing }: InvoiceActionsProps) {
  const [chosen, setChosen] = useState(actions[0]?.type ?? 'standard');
  const { generateInvoice } = useLoanChanges(id);
  const sendInvoice = useSendInvoice(id);
  const action = actions.find(({ type }) => type === chosen);
  const mayMake = Boolean(action?.isAllowed) && !isEditing;
  const generate = async () => {
    try {
      await withProgress(savingText, () => generateInvoice(chosen));
      toast.success('Done');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <div className="kerb-no-print">
      <div className={classes.actions}>
        <NativeSelect
          label="Invoice"
          data={actions.map(({ type, label }) => ({ value: type, label }))}
          value={chosen}
          onChange={({ currentTarget: { value } }) =>
            setChosen(loanInvoiceTypes.find((one) => one === value) ?? chosen)
          }
        />
        <Button disabled={!mayMake || !hasContact} onClick={() => void sendInvoice(chosen)}>
          Save and Send
        </Button>
        <Button variant="default" disabled={!mayMake} onClick={() => void generate()}>
          Generate Invoice
        </Button>
        <Button
          variant="default"
          disabled={isEditing}
          rightSection={<IconExternalLink size={16} aria-hidden="true" />}
          onClick={() => void showInvoice(id)}
        >
          Open Loan Invoice
        </Button>
      </div>
      {action?.because && (
        <Text size="sm" c="dimmed" mt="xs">
          {action.because}
        </Text>
      )}
    </div>
  );
}
