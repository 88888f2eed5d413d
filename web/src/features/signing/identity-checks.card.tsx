import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { identityFailures, identityNotSetUp } from '@kerb/domain/identity/identity.contract.ts';
import type { IdentityCheck, Signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/signing/signing.module.css';
import { type IdentityAction, signingQueries, useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { isNotSetUp } from '@kerb/web/platform/settings.ts';
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

// biome-ignore format: a table
const actions: Record<IdentityAction, { label: string; busy: string }> = {
  createProfile: { label: 'Create profile',     busy: 'Creating identity profile...' },
  runCheck:      { label: 'Run check',          busy: 'Running check...' },
  sendSms:       { label: 'Send biometric SMS', busy: 'Sending Biometric SMS...' },
};

/** The identity provider's result for each payer. */
export function IdentityChecksCard({ agreement }: { agreement: Agreement }) {
  const { data, error, refetch } = useQuery(signingQueries.signatories(agreement.id));
  return (
    <Surface title="Identity Checks">
      <Loaded data={data} error={error} onRetry={() => void refetch()} lines={3}>
        {(signatories) => (
          <div className={classes.people}>
            {signatories.length === 0 && <Text size="sm">Nobody has been added yet.</Text>}
            {signatories.map((signatory) => (
              <Checked key={signatory.id} agreement={agreement} signatory={signatory} />
            ))}
          </div>
        )}
      </Loaded>
    </Surface>
  );
}

/** The product's message, and the cause if the provider or a rule names one. */
type Failure = { title: string; why: string | null };

const failureOf = (action: IdentityAction, error: unknown): Failure => {
  const title = identityFailures[action];
  const isRule = error instanceof ApiProblem && error.kind === 'refused' && error.status < 500;
  return { title, why: isRule && error.displayText !== title ? error.displayText : null };
};

function Checked({ agreement, signatory }: { agreement: Agreement; signatory: Signatory }) {
  const { checkIdentity } = useSigningChanges(agreement);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [check] = signatory.identityChecks ?? [];
  const act = async (action: IdentityAction) => {
    setFailure(null);
    try {
      await withProgress(actions[action].busy, () => checkIdentity(action, signatory.id));
      toast.success('Done');
    } catch (error) {
      setFailure(failureOf(action, error));
    }
  };
  const possible: IdentityAction[] = check ? ['runCheck', 'sendSms'] : ['createProfile'];
  const open = isNotSetUp('identity') ? [] : possible;
  return (
    <section className={classes.person} aria-label={signatory.displayName}>
      <div className={`${classes.words} ${classes.stack}`}>
        <strong>{signatory.displayName}</strong>
        {failure && (
          <Alert color="danger" role="alert" title={failure.title}>
            {failure.why}
          </Alert>
        )}
        {check ? <CheckFacts check={check} /> : <Text size="sm">No identity profile yet.</Text>}
        <div className={`${classes.actions} kerb-no-print`}>
          {isNotSetUp('identity') && <Text size="sm">{identityNotSetUp}</Text>}
          {open.map((action) => (
            <Button
              key={action}
              size="xs"
              variant="default"
              aria-label={`${actions[action].label}: ${signatory.displayName}`}
              onClick={() => void act(action)}
            >
              {actions[action].label}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}

function CheckFacts({ check }: { check: IdentityCheck }) {
  const { entityId, link, createDate, checkDate, checkResult, smsSentDate } = check;
  return (
    <Facts
      rows={[
        [
          'Profile',
          <Anchor key="link" href={link} target="_blank" rel="noopener noreferrer">
            {entityId} <IconExternalLink size={14} aria-hidden="true" />
          </Anchor>,
        ],
        ['Created', <DateText key="created" value={createDate} style="time" />],
        [
          'Checked',
          <span key="checked" className={classes.state}>
            <DateText value={checkDate} style="time" />
            {checkResult && (
              <ToneBadge tone={checkResult === 'pass' ? 'success' : 'danger'}>
                {checkResult === 'pass' ? 'Passed' : 'Failed'}
              </ToneBadge>
            )}
          </span>,
        ],
        ['Biometric SMS sent', <DateText key="sms" value={smsSentDate} style="time" />],
      ]}
    />
  );
}
