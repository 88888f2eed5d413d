import { type Agreement, savedAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import type { InvoiceContactsView } from '@kerb/domain/loans/loans.contract.ts';
import { earliestSettlement } from '@kerb/domain/loans/save-loan.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { type CardFields, useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import classes from '@kerb/web/features/loans/finance.module.css';
import { InvoiceContacts } from '@kerb/web/features/loans/invoice-contacts.tsx';
import type { LoanPartProps } from '@kerb/web/features/loans/loan-part.ts';
import { loanQueries } from '@kerb/web/features/loans/loans.queries.ts';
import { useSendInvoice } from '@kerb/web/features/loans/send-invoice.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

type Values = {
  propertySettlementDate: string;
  conveyancerFirstName: string;
  conveyancerSurname: string;
  conveyancerEmail: string;
  conveyancerPhone: string;
  conveyancerOrg: string;
  noConveyancer: boolean;
};

const valuesOf = (agreement: Agreement): Values => ({
  propertySettlementDate: agreement.propertySettlementDate ?? '',
  conveyancerFirstName: agreement.conveyancerFirstName ?? '',
  conveyancerSurname: agreement.conveyancerSurname ?? '',
  conveyancerEmail: agreement.conveyancerEmail ?? '',
  conveyancerPhone: agreement.conveyancerPhone ?? '',
  conveyancerOrg: agreement.conveyancerOrg ?? '',
  noConveyancer: agreement.noConveyancer ?? false,
});

const toBody = (values: Values) => ({
  propertySettlementDate: values.propertySettlementDate || null,
  conveyancerFirstName: values.conveyancerFirstName.trim() || null,
  conveyancerSurname: values.conveyancerSurname.trim() || null,
  conveyancerEmail: values.conveyancerEmail.trim() || null,
  conveyancerPhone: values.conveyancerPhone.trim() || null,
  conveyancerOrg: values.conveyancerOrg.trim() || null,
  noConveyancer: values.noConveyancer,
});

/** Whether the primary contact of the invoice is the conveyancer, without an e-mail address. */
const needsContact = (contacts: InvoiceContactsView | undefined): boolean =>
  contacts?.primary.some(({ type, emails }) => type === 'campaignConveyancer' && emails.length === 0) ?? false;

/** The name and the e-mail address are required; the phone can be added later. */
function ContactForm({ form }: { form: ContractFormState<Values> }) {
  const { conveyancerLabel } = countryRules();
  const email = form.field('conveyancerEmail');
  const typeEmail = (event: React.ChangeEvent<HTMLInputElement>) => {
    email.onChange(event);
    form.form.setFieldValue('noConveyancer', false);
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.heading}>{conveyancerLabel}</legend>
      <div className={classes.fields}>
        <TextInput
          label={personLabels.firstName}
          maxLength={100}
          autoComplete="off"
          {...form.field('conveyancerFirstName')}
        />
        <TextInput
          label={personLabels.surname}
          maxLength={100}
          autoComplete="off"
          {...form.field('conveyancerSurname')}
        />
        <TextInput label={personLabels.emailAddress} type="email" autoComplete="off" {...email} onChange={typeEmail} />
        <TextInput label={personLabels.mobilePhone} type="tel" autoComplete="off" {...form.field('conveyancerPhone')} />
        <TextInput label="Organisation" maxLength={200} autoComplete="off" {...form.field('conveyancerOrg')} />
      </div>
    </fieldset>
  );
}

/** The settlement date and the invoice's recipient; saved, or saved and sent in one step. */
export function SettlementDetails({ record, standing, loan, onClose }: LoanPartProps & DialogProps) {
  const { data: contacts } = useQuery(loanQueries.contacts(record));
  const sendInvoice = useSendInvoice(record.value.id);
  const sends = useRef(false);
  const fields: CardFields<Values> = {
    body: savedAgreement,
    valuesOf,
    toBody,
    busyText: 'Saving settlement details...',
    onSaved: () => {
      onClose();
      if (sends.current) void sendInvoice('standard');
    },
  };
  const form = useCardForm(record, fields);
  const isSet = form.form.values.propertySettlementDate !== '';
  const standard = loan.invoices?.actions.find(({ type }) => type === 'standard');
  const maySend = isSet && Boolean(standard?.isAllowed) && (contacts?.primary.length ?? 0) > 0;
  const submitAs = (isSending: boolean) => () => {
    sends.current = isSending;
  };
  return (
    <Modal opened onClose={form.guardClose(onClose)} title="Settlement Details" size="lg">
      <ContractForm form={form} label="Settlement Details">
        <DateField
          label={labelOfField('propertySettlementDate')}
          data-autofocus
          min={earliestSettlement(standing, loan.today)}
          disabled={Boolean(loan.dates.withdrawnDate)}
          {...form.field('propertySettlementDate')}
        />
        {contacts && <InvoiceContacts contacts={contacts} />}
        {needsContact(contacts) && <ContactForm form={form} />}
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={form.guardClose(onClose)}>
            Cancel
          </Button>
          <SubmitButton disabled={!isSet} onClick={submitAs(false)}>
            Save
          </SubmitButton>
          <SubmitButton variant="default" disabled={!maySend} onClick={submitAs(true)}>
            Save and Send
          </SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
