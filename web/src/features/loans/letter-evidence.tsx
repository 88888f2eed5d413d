import type { LoanRequest } from '@kerb/domain/loans/loan-requests.contract.ts';
import { shortDay } from '@kerb/web/design/dates.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import classes from '@kerb/web/features/loans/loan.module.css';

type Signature = LoanRequest['signatures'][number];
type Evidence = NonNullable<Signature['evidence']>;

const absent = 'Not stored';
const codeBy = ({ codeSentBy, mobilePhone, emailAddress }: Evidence): string =>
  codeSentBy === 'sms' ? `text message to ${mobilePhone ?? absent}` : `email to ${emailAddress ?? absent}`;

/** Who signed the letter, how they were reached, what they confirmed, and from where. */
export function LetterEvidence({ signature: { displayName, signatureDate, evidence } }: { signature: Signature }) {
  if (evidence === null || signatureDate === null) return null;
  return (
    <details className={classes.evidence}>
      <summary>{`${displayName} signed on ${shortDay(signatureDate)}: evidence`}</summary>
      <Facts
        rows={[
          ['Signed as', evidence.legalName ?? absent],
          ['Local time', evidence.localTime ?? absent],
          ['Code sent by', codeBy(evidence)],
          ['Confirmed', evidence.consent ?? absent],
          ['Network address', evidence.ipAddress ?? absent],
          ['Browser', evidence.userAgent ?? absent],
          ['Letter (SHA-256)', <code key="key">{evidence.documentKey}</code>],
        ]}
      />
    </details>
  );
}
