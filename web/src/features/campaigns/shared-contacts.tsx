import { sharedContactsHint, sharedContactWords } from '@kerb/domain/payers/shared-contacts.ts';
import { payersOf } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type SharedContactsProps = {
  agreementId: number;
  /** Only about this payer. */
  payerId?: number;
};

/** Warns an admin that somebody else has the e-mail address or mobile of a payer. Nobody else is sent these. */
export function SharedContacts({ agreementId, payerId }: SharedContactsProps) {
  const { data: payers = [] } = useQuery(payersOf(agreementId));
  const about = payers.filter(({ id }) => payerId === undefined || id === payerId);
  const words = about.flatMap(({ displayName, sharedContacts = [] }) =>
    sharedContacts.map((shared) => sharedContactWords(displayName, shared)),
  );
  if (words.length === 0) return null;
  return (
    <Alert color="attention" role="alert" mb="sm" title="Please check who reads the codes">
      {words.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
      <div>{sharedContactsHint}</div>
    </Alert>
  );
}
