import { type IntegrationCredential, integrationEndpoints } from '@kerb/domain/integrations/integrations.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { CreateCredentialDialog } from '@kerb/web/features/integrations/create-credential.dialog.tsx';
import classes from '@kerb/web/features/integrations/integrations.module.css';
import { credentialsOf } from '@kerb/web/features/integrations/integrations.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Why a credential no longer works; null if it does. */
function endOf({ disabledSinceDate, expiryDate }: IntegrationCredential): 'Revoked' | 'Expired' | null {
  if (disabledSinceDate !== null) return 'Revoked';
  return expiryDate !== null && Date.parse(expiryDate) <= Date.now() ? 'Expired' : null;
}

type CredentialProps = { credential: IntegrationCredential; onRevoke: () => void };

function Credential({ credential, onRevoke }: CredentialProps) {
  const { displayName, clientId, creationDate, lastUsageDate, expiryDate } = credential;
  const end = endOf(credential);
  return (
    <li className={classes.credential}>
      <div className={classes.head}>
        <strong>{displayName}</strong>
        {end ? (
          <ToneBadge tone="neutral">{end}</ToneBadge>
        ) : (
          <Button size="xs" variant="default" aria-label={`Revoke: ${displayName}, ${clientId}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </div>
      <Facts
        rows={[
          ['Client ID', <code key="id">{clientId}</code>],
          ['Created', <DateText key="created" value={creationDate} />],
          ['Last used', lastUsageDate ? <DateText key="used" value={lastUsageDate} /> : 'Never'],
          ['Expires', expiryDate ? <DateText key="ends" value={expiryDate} /> : 'Never'],
        ]}
      />
    </li>
  );
}

/** The client ids with which other systems act for an organisation; for admins. */
export function IntegrationCredentialsCard({ tenantId }: { tenantId: number }) {
  const { data, error, refetch } = useQuery(credentialsOf(tenantId));
  const client = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const revoke = async ({ id: credentialId, displayName }: IntegrationCredential) => {
    const text = `Revoke the credential of ${displayName}? What uses it stops working at once.`;
    if (!(await confirm({ title: 'Revoke credential', text, confirmLabel: 'Revoke', danger: true }))) return;
    try {
      await withProgress('Removing...', () => call(integrationEndpoints.revoke, { params: { credentialId } }));
      toast.success('Removed');
    } catch (problem) {
      toast.error(problem);
    }
    await client.invalidateQueries({ queryKey: credentialsOf(tenantId).queryKey });
  };
  return (
    <Surface
      title="Integration credentials"
      actions={
        <Button variant="default" onClick={() => setCreating(true)}>
          Create credential
        </Button>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LinesSkeleton lines={3} />}
      {data?.length === 0 && (
        <EmptyState
          text="There are no integration credentials."
          help="With one, another system acts as a member of this organisation."
        />
      )}
      {data && data.length > 0 && (
        <ul className={classes.credentials}>
          {data.map((credential) => (
            <Credential key={credential.id} credential={credential} onRevoke={() => void revoke(credential)} />
          ))}
        </ul>
      )}
      {isCreating && <CreateCredentialDialog tenantId={tenantId} onClose={() => setCreating(false)} />}
    </Surface>
  );
}
