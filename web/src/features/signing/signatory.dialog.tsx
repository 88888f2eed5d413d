import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { maySeeDocuments } from '@kerb/domain/documents/document-rights.ts';
import { purposeLabels } from '@kerb/domain/documents/purpose-labels.ts';
import { employmentTypeLabels, payerFields, payerLabels } from '@kerb/domain/payers/payer-details.ts';
import type { Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { unlessUnsaved } from '@kerb/web/design/confirm.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { SharedContacts } from '@kerb/web/features/campaigns/shared-contacts.tsx';
import { DocumentGroup } from '@kerb/web/features/documents/document-group.tsx';
import { ContactCheck } from '@kerb/web/features/signing/contact-check.tsx';
import { confirmedWords, DetailsFields } from '@kerb/web/features/signing/details-fields.tsx';
import { bodyOf, type DetailsValues, detailsBody, valuesOf } from '@kerb/web/features/signing/details-form.ts';
import { PayerErasure } from '@kerb/web/features/signing/payer-erasure.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { signingQueries, useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

type SignatoryDialogProps = DialogProps & {
  agreement: Agreement;
  standing: Standing;
  signatoryId: number;
  name: string;
};

/** A payer's details, as far as the reader's role needs them. */
export function SignatoryDialog({ agreement, standing, signatoryId, name, onClose }: SignatoryDialogProps) {
  useReturnedFocus();
  const { data: signatories, error, refetch } = useQuery(signingQueries.signatories(agreement.id));
  const found = signatories?.find(({ id }) => id === signatoryId);
  return (
    <Modal opened onClose={unlessUnsaved(onClose)} title={name} size="lg">
      <Loaded data={found} error={error} onRetry={() => void refetch()} lines={6}>
        {(signatory) => (
          <>
            <SharedContacts agreementId={agreement.id} payerId={signatory.id} />
            <Details {...{ agreement, standing, signatory, onClose }} />
          </>
        )}
      </Loaded>
    </Modal>
  );
}

type DetailsProps = Omit<SignatoryDialogProps, 'signatoryId' | 'name'> & { signatory: Signatory };

function Details(props: DetailsProps) {
  const { signatory, standing, agreement } = props;
  const isClosed = payerFields.every(
    (field) => signatory[field] === undefined || signatory.readOnlyFields.includes(field),
  );
  if (isClosed) {
    return (
      <div className={classes.stack}>
        <DetailsFacts signatory={signatory} />
        <ProofOfIdentity {...props} />
        <OwnErasure {...props} />
      </div>
    );
  }
  const isUnconfirmed = { email: !signatory.emailAddressConfirmationDate, phone: isMobileOpen(signatory) };
  return (
    <div className={classes.stack}>
      <DetailsForm {...props} />
      {standingMay(standing, 'payer.verify') &&
        (['email', 'phone'] as const)
          .filter((method) => isUnconfirmed[method])
          .map((method) => (
            <section key={method} className={classes.step} aria-label={checkTitles[method]}>
              <h3>{checkTitles[method]}</h3>
              <ContactCheck agreement={agreement} signatory={signatory} method={method} />
            </section>
          ))}
      <ProofOfIdentity {...props} />
      <OwnErasure {...props} />
    </div>
  );
}

function OwnErasure({ standing, signatory }: DetailsProps) {
  if (!standingMay(standing, 'privacy.erase')) return null;
  return <PayerErasure id={signatory.id} name={signatory.displayName} />;
}

/** The payer's ID, for those who may see it. The list shows no picture, because seeing one counts as opening it. */
function ProofOfIdentity({ agreement, standing, signatory }: DetailsProps) {
  if (!maySeeDocuments('vendor-id', standing)) return null;
  const title = purposeLabels['vendor-id'];
  return (
    <section className={classes.step} aria-label={title}>
      <h3>{title}</h3>
      <Text size="sm" c="dimmed">
        Opening or removing a file is recorded in the Audit Log.
      </Text>
      <DocumentGroup
        agreement={agreement}
        standing={standing}
        purpose="vendor-id"
        about={signatory.id}
        label={`${title} of ${signatory.displayName}`}
        emptyText="Nothing has been added yet."
      />
    </section>
  );
}

const checkTitles = { email: 'Email confirmation', phone: 'Mobile confirmation' };
const isMobileOpen = ({ mobilePhone, mobilePhoneConfirmationDate }: Signatory): boolean =>
  Boolean(mobilePhone) && !mobilePhoneConfirmationDate;

function DetailsForm({ agreement, standing, signatory, onClose }: DetailsProps) {
  const { saveSignatory } = useSigningChanges(agreement);
  const form = useContractForm<ReturnType<typeof detailsBody>, DetailsValues>({
    body: detailsBody({ agreement, signatory, standing }),
    initialValues: valuesOf(signatory),
    toBody: (values) => bodyOf(values, signatory),
    submit: async (body) => {
      await withProgress(savingText, () => saveSignatory(signatory.id, body));
      toast.success('Saved');
      onClose();
    },
  });
  return (
    <ContractForm form={form} label="Payer details">
      <DetailsFields form={form} signatory={signatory} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={form.guardClose(onClose)}>
          Cancel
        </Button>
        <SubmitButton>Save</SubmitButton>
      </Group>
    </ContractForm>
  );
}

type Shown = string | null | undefined;

const confirmed = (value: Shown, date: Shown, words = 'Confirmed'): ReactNode => (
  <span className={classes.state}>
    {value ?? '–'} {date && <ToneBadge tone="success">{words}</ToneBadge>}
  </span>
);

/** Details that are part of a signed agreement are plain text. */
function DetailsFacts({ signatory }: { signatory: Signatory }) {
  const { residentialAddress, city, state, postalCode, employmentType, amlCheckCompleted } = signatory;
  const home = [residentialAddress, city, state, postalCode].filter(Boolean).join(', ');
  const names = [signatory.firstName, signatory.middleNames, signatory.surname].filter(Boolean).join(' ');
  const personal: [string, ReactNode][] =
    signatory.dateOfBirth === undefined
      ? []
      : [
          [payerLabels.dateOfBirth, <DateText key="born" value={signatory.dateOfBirth} style="short" />],
          [payerLabels.employmentType, employmentType ? employmentTypeLabels[employmentType] : '–'],
          [payerLabels.residentialAddress, home || 'The property'],
        ];
  return (
    <Facts
      rows={[
        ['Name', names],
        [personLabels.emailAddress, confirmed(signatory.emailAddress, signatory.emailAddressConfirmationDate)],
        [
          personLabels.mobilePhone,
          confirmed(signatory.mobilePhone, signatory.mobilePhoneConfirmationDate, confirmedWords(signatory)),
        ],
        ...personal,
        ...(amlCheckCompleted === undefined
          ? []
          : [[payerLabels.amlCheckCompleted, amlCheckCompleted ? 'Yes' : 'No'] as const]),
      ]}
    />
  );
}
