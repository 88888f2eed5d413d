import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { FinanceTerms } from '@kerb/domain/loans/loans.contract.ts';
import { evidenceEndpoints, evidenceFileName } from '@kerb/domain/signing/evidence.contract.ts';
import { waitingWords } from '@kerb/domain/signing/guided-flow.ts';
import type { Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { seesEvidence, signsForPayers } from '@kerb/domain/signing/signing-rules.ts';
import { Avatar } from '@kerb/web/design/avatar.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { longDay, timeOfDay } from '@kerb/web/design/dates.ts';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { SignButton } from '@kerb/web/features/signing/sign-button.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { signingQueries, useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { criteriaOf, TermsWords } from '@kerb/web/features/signing/terms-words.tsx';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type SignaturesCardProps = { agreement: Agreement; standing: Standing };

/** Who has signed and when, and the terms. */
export function SignaturesCard({ agreement, standing }: SignaturesCardProps) {
  const { data, error, refetch } = useQuery(signingQueries.signatories(agreement.id));
  return (
    <Surface title="Signatures">
      <Loaded data={data} error={error} onRetry={() => void refetch()} lines={2}>
        {(signatories) => <Signatures {...{ agreement, standing, signatories }} />}
      </Loaded>
    </Surface>
  );
}

type SignaturesProps = SignaturesCardProps & { signatories: readonly Signatory[] };

function Signatures({ agreement, standing, signatories }: SignaturesProps) {
  const { data: terms } = useQuery(signingQueries.terms(agreement));
  const own = signatories.find(({ isOwn }) => isOwn);
  const unsigned = signatories.filter(({ signatureDate }) => signatureDate === null);
  const isOpen = agreement.status === 'approved';
  // A payer may sign for another only after reading and signing themselves.
  const mayActForOthers = isOpen && (signsForPayers(standing) || Boolean(own?.signatureDate));
  return (
    <div className={classes.stack}>
      {isOpen && own?.signatureDate && unsigned.length > 0 && (
        <Alert color="brand">
          {waitingWords(
            own.firstName ?? own.displayName,
            unsigned.map(({ displayName }) => displayName),
          )}
        </Alert>
      )}
      <ul className={classes.people}>
        {signatories.map((signatory) => (
          <SignatureLine
            key={signatory.id}
            {...{ agreement, signatory, standing }}
            termsVersion={mayActForOthers ? terms?.version : undefined}
          />
        ))}
      </ul>
      {terms && (signsForPayers(standing) || (isOpen && own?.signatureDate)) && <SignedWords terms={terms} />}
    </div>
  );
}

/** The terms, and what each signatory confirms. The guided flow shows both to a payer who has not signed. */
function SignedWords({ terms }: { terms: FinanceTerms }) {
  const title = 'What each signatory confirms';
  return (
    <>
      <TermsWords terms={terms} />
      <div>
        <strong>{title}</strong>
        <ul className={classes.inShort} aria-label={title}>
          {criteriaOf(terms).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

type SignatureLineProps = SignaturesCardProps & { signatory: Signatory; termsVersion: string | undefined };

function SignatureLine({ agreement, signatory, standing, termsVersion }: SignatureLineProps) {
  const { displayName, signatureDate, signatureMetadata, isOwn } = signatory;
  const { refetch } = useQuery({ ...signingQueries.terms(agreement), enabled: false });
  return (
    <li className={classes.person}>
      <Avatar name={displayName} size={36} />
      <div className={classes.words}>
        <strong>{displayName}</strong>
        <span className={classes.state}>
          {signatureDate ? (
            <>
              <ToneBadge tone="success">Signed</ToneBadge>
              <DateText value={signatureDate} style="time" />
            </>
          ) : (
            <ToneBadge tone="attention">Not signed yet</ToneBadge>
          )}
        </span>
        {signatureMetadata && seesEvidence(standing) && (
          <Evidence metadata={signatureMetadata} displayName={displayName} />
        )}
      </div>
      <div className={`${classes.actions} kerb-no-print`}>
        {!signatureDate && !isOwn && termsVersion && (
          <SignButton
            {...{ agreement, signatory, termsVersion }}
            label="Sign on their behalf"
            variant="default"
            size="xs"
            onStale={() => void refetch()}
          />
        )}
        {signatureDate && standingMay(standing, 'signature.evidence') && <SaveEvidence signatory={signatory} />}
        {standingMay(standing, 'payer.send') && <SendAgreement {...{ agreement, signatory }} />}
      </div>
    </li>
  );
}

type EvidenceProps = { metadata: NonNullable<Signatory['signatureMetadata']>; displayName: string };

/** Who signed for whom, where the signature came from, and how it was authorised. */
function Evidence({ metadata, displayName }: EvidenceProps) {
  const { ipAddress, geoLocation, authorisationType, signingUserName, signingUserEmail, ...more } = metadata;
  const { isOnBehalf, copyDeliveredDate } = more;
  const parts = [
    `${isOnBehalf ? `for ${displayName} ` : ''}by ${signingUserName} (${signingUserEmail})`,
    `authorised by ${authorisationType === 'sms' ? 'SMS' : 'email'} code`,
    ipAddress && `from ${ipAddress}`,
    geoLocation && `at ${geoLocation}`,
    copyDeliveredDate && `copy delivered ${longDay(copyDeliveredDate)}, ${timeOfDay(copyDeliveredDate)}`,
  ];
  return <span className={classes.state}>{parts.filter(Boolean).join(', ')}</span>;
}

/** Everything that proves the signature, for a program or a court. */
function SaveEvidence({ signatory: { id, displayName } }: { signatory: Signatory }) {
  const save = () =>
    saveDownload(evidenceEndpoints.read, { params: { id } }, { nameOf: () => evidenceFileName(id) }).catch((error) =>
      toast.error(error),
    );
  return (
    <Button
      size="xs"
      variant="subtle"
      aria-label={`Download the evidence of ${displayName}’s signature`}
      onClick={() => void save()}
    >
      Evidence
    </Button>
  );
}

/** Sends the link to sign or, once everyone has signed, the copy. */
function SendAgreement({ agreement, signatory }: { agreement: Agreement; signatory: Signatory }) {
  const { sendAgreement } = useSigningChanges(agreement);
  const isSigned = agreement.status !== 'approved';
  if (!isSigned && signatory.signatureDate) return null;
  const send = async () => {
    try {
      await withProgress('Sending...', () => sendAgreement(signatory.id));
      toast.success('Sent');
    } catch (error) {
      toast.error(error);
    }
  };
  const label = isSigned ? 'Send copy' : 'Send for signing';
  return (
    <Button size="xs" variant="subtle" aria-label={`${label}: ${signatory.displayName}`} onClick={() => void send()}>
      {label}
    </Button>
  );
}
