import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { personLabels } from '@kerb/domain/vocabulary/person-labels.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/campaign-cards/card-fields.module.css';
import { ContactLink } from '@kerb/web/features/campaign-cards/contact-link.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Text } from '@mantine/core';
import { type ReactNode, Suspense, useRef, useState } from 'react';

// Number plans for phones are heavy, and only editing needs them.
const ContactsForm = lazyComponent(
  async () => (await import('@kerb/web/features/campaign-cards/contacts.form.tsx')).ContactsForm,
);

type Contact = {
  title: string;
  isNone: boolean | undefined;
  noneText: string;
  firstName: string | null | undefined;
  surname: string | null | undefined;
  email: string | null | undefined;
  phone: string | null | undefined;
  organisation: string | null | undefined;
  ccEmails?: string | null | undefined;
};

function contactsOf(agreement: Agreement): Contact[] {
  const { conveyancerLabel } = countryRules();
  return [
    {
      title: 'Agent',
      isNone: agreement.noAgency,
      noneText: 'There is no agency.',
      firstName: agreement.agentFirstName,
      surname: agreement.agentSurname,
      email: agreement.agentEmail,
      phone: agreement.agentPhone,
      organisation: agreement.agentOrg,
      ccEmails: agreement.agentCcEmails,
    },
    {
      title: conveyancerLabel,
      isNone: agreement.noConveyancer,
      noneText: `There is no ${conveyancerLabel.toLowerCase()}.`,
      firstName: agreement.conveyancerFirstName,
      surname: agreement.conveyancerSurname,
      email: agreement.conveyancerEmail,
      phone: agreement.conveyancerPhone,
      organisation: agreement.conveyancerOrg,
    },
  ];
}

function rowsOf({ firstName, surname, email, phone, organisation, ccEmails }: Contact): [string, ReactNode][] {
  const name = displayName({ firstName: firstName ?? '', surname: surname ?? '' });
  return [
    ...(name ? [['Name', name] as [string, ReactNode]] : []),
    ...(organisation ? [['Organisation', organisation] as [string, ReactNode]] : []),
    ...(email
      ? [[personLabels.emailAddress, <ContactLink key="email" scheme="mailto" value={email} />] as [string, ReactNode]]
      : []),
    ...(phone ? [['Phone', <ContactLink key="phone" scheme="tel" value={phone} />] as [string, ReactNode]] : []),
    ...(ccEmails ? [[labelOfField('agentCcEmails'), ccEmails] as [string, ReactNode]] : []),
  ];
}

function ContactFacts({ contact }: { contact: Contact }) {
  if (contact.isNone) return <Text size="sm">{contact.noneText}</Text>;
  const rows = rowsOf(contact);
  if (rows.length === 0) return <Text size="sm">Not known yet.</Text>;
  return <Facts rows={rows} />;
}

/** The seller's contacts: the agent, and the conveyancer or lawyer. */
export function ContactsCard({ record, standing }: { record: Versioned<Agreement>; standing: Standing }) {
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const mayEdit = mayChangeGroup('contacts', standing, record.value.status);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <Surface
      title="Contacts"
      actions={
        mayEdit && !isEditing ? (
          <Button ref={edit} variant="default" onClick={() => setEditing(true)}>
            Edit contacts
          </Button>
        ) : undefined
      }
    >
      {isEditing && mayEdit ? (
        <Suspense fallback={<LinesSkeleton lines={5} />}>
          <ContactsForm record={record} onClose={close} />
        </Suspense>
      ) : (
        <div className={classes.groups}>
          {contactsOf(record.value).map((contact) => (
            <div key={contact.title}>
              <h3 className={classes.heading}>{contact.title}</h3>
              <ContactFacts contact={contact} />
            </div>
          ))}
        </div>
      )}
    </Surface>
  );
}
