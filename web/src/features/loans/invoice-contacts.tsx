import type { InvoiceContactsView } from '@kerb/domain/loans/loans.contract.ts';
import { labelOfSetting } from '@kerb/domain/organisations/setting-fields.ts';
import classes from '@kerb/web/features/loans/loan.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';

type Contact = InvoiceContactsView['primary'][number];

const wordsOf = ({ emails, message }: Contact): string => (emails.length > 0 ? emails.join(', ') : (message ?? '–'));

/** The recipients of the invoice and, for a recipient without an address, what to do. */
export function InvoiceContacts({ contacts }: { contacts: InvoiceContactsView }) {
  const lists = [
    [labelOfSetting('settlementInvoiceContactPrimary', countryRules()), contacts.primary],
    ['Copies to', contacts.secondary],
  ] as const;
  return (
    <>
      {contacts.message && <p className={classes.attention}>{contacts.message}</p>}
      <dl className={classes.contacts}>
        {lists.flatMap(([title, list]) =>
          list.map((contact) => (
            <div key={`${title} ${contact.type}`}>
              <dt>{`${title}: ${contact.label}`}</dt>
              <dd>{wordsOf(contact)}</dd>
            </div>
          )),
        )}
      </dl>
    </>
  );
}
