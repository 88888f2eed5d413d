import {
  type LoginProvider,
  loginProviderEndpoints,
  type OrganisationLogin,
} from '@kerb/domain/organisations/login-provider.contract.ts';
import { type LoginProviderState, stateOfProvider } from '@kerb/domain/organisations/login-provider-rules.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { CopyButton } from '@kerb/web/design/copy-button.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { LoginDomains } from '@kerb/web/features/organisation-settings/login-domains.tsx';
import { LoginProviderForm } from '@kerb/web/features/organisation-settings/login-provider.form.tsx';
import classes from '@kerb/web/features/organisation-settings/login-provider.module.css';
import { loginOf, useLoginChanges } from '@kerb/web/features/organisation-settings/login-provider.queries.ts';
import { Provisioning } from '@kerb/web/features/organisation-settings/provisioning.tsx';
import { call } from '@kerb/web/platform/api-client.ts';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Alert, Button, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

// biome-ignore format: a table
const states: Record<LoginProviderState, { tone: Tone; label: string; text: string }> = {
  waiting:  { tone: 'attention', label: 'Waits for confirmation', text: 'Nobody can log in with it until our team has confirmed it.' },
  optional: { tone: 'success',   label: 'In use',                 text: 'Your team can log in with it, or as before.' },
  required: { tone: 'success',   label: 'The only login',         text: 'Your team logs in with it only. If it ever fails, call us.' },
};

const requireAsked = {
  title: 'Make it the only login?',
  text: 'Everybody in the team who logged in otherwise is logged out, you included. Passwords and passkeys no longer work for this organisation.',
  confirmLabel: 'Make it the only login',
};

const endAsked = {
  title: 'End this login?',
  text: 'Everybody who logged in with it is logged out. They can log in with a password.',
  confirmLabel: 'End it',
  danger: true,
};

function Facts({ login, provider }: { login: OrganisationLogin; provider: LoginProvider }) {
  const rows: [string, string | null][] = [
    ['Issuer', provider.issuer],
    ['Client ID', provider.clientId],
    ['Redirect address, for your provider', login.redirectUri],
    ['Back-channel logout address, for your provider', login.logoutUri],
  ];
  return (
    <dl className={classes.facts}>
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {text} {text && <CopyButton label={label} text={text} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Part = { tenantId: number; provider: LoginProvider };

/** A second person confirms what a manager set up; two of them allow other logins if the provider is broken. */
function Confirmation({ tenantId, provider }: Part) {
  const { run } = useLoginChanges(tenantId);
  const isAdmin = useMay()('tenant.approve', tenantId);
  if (!isAdmin) return null;
  if (provider.confirmedDate === null) {
    return (
      <Alert color="attention" title="Please confirm this login">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            Set up by {provider.changedByName}. Call the organisation on a number that you know before you confirm it.
          </Text>
          <Button onClick={() => void run(() => call(loginProviderEndpoints.confirm, { params: { tenantId } }))}>
            Confirm This Login
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (provider.releaseAskedByName === null) return null;
  return (
    <Alert color="attention" title="Other logins are asked for">
      {provider.releaseAskedByName} asked to let this team log in with passwords again. A second admin switches it too.
    </Alert>
  );
}

function Switches({ tenantId, provider }: Part) {
  const { run } = useLoginChanges(tenantId);
  const params = { tenantId };
  const require = async (isRequired: boolean) => {
    if (isRequired && !(await confirm(requireAsked))) return;
    await run(() => call(loginProviderEndpoints.require, { params, body: { isRequired } }));
  };
  return (
    <Switch
      label="The team logs in with it only"
      description="Passwords, passkeys and other logins of the team are refused."
      checked={provider.isRequired}
      disabled={provider.confirmedDate === null}
      onChange={(event) => void require(event.currentTarget.checked)}
    />
  );
}

function Provider({ tenantId, login, onEdit }: { tenantId: number; login: OrganisationLogin; onEdit: () => void }) {
  const { run } = useLoginChanges(tenantId);
  const { provider } = login;
  if (!provider) {
    return (
      <EmptyState
        text="Your organisation has no login of its own here."
        help="With an OpenID Connect provider, such as Microsoft Entra ID, Google or Okta, your team logs in as it does elsewhere."
        action={<Button onClick={onEdit}>Set It Up</Button>}
      />
    );
  }
  const { tone, label, text } = states[stateOfProvider(provider)];
  const end = async () => {
    if (await confirm(endAsked)) await run(() => call(loginProviderEndpoints.end, { params: { tenantId } }));
  };
  return (
    <Stack gap="md">
      <div className={classes.head}>
        <ToneBadge tone={tone}>{label}</ToneBadge>
        <Text size="sm">{text}</Text>
      </div>
      <Confirmation tenantId={tenantId} provider={provider} />
      <Facts login={login} provider={provider} />
      <Switches tenantId={tenantId} provider={provider} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onEdit}>
          Change
        </Button>
        <Button variant="default" onClick={() => void end()}>
          End This Login
        </Button>
      </div>
    </Stack>
  );
}

/** The login of an organisation's own OpenID Connect provider; for its managers, and for admins who confirm it. */
export function LoginProviderCard({ tenantId }: { tenantId: number }) {
  const { data, error, refetch } = useQuery(loginOf(tenantId));
  const [isEditing, setEditing] = useState(false);
  return (
    <Surface title="Your organisation’s login">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LinesSkeleton lines={4} />}
      {data && (
        <Stack gap="lg">
          {isEditing ? (
            <LoginProviderForm tenantId={tenantId} provider={data.provider} onDone={() => setEditing(false)} />
          ) : (
            <Provider tenantId={tenantId} login={data} onEdit={() => setEditing(true)} />
          )}
          <Title order={3} size="h4">
            Domains
          </Title>
          <LoginDomains tenantId={tenantId} domains={data.domains} />
          <Title order={3} size="h4">
            Directory
          </Title>
          <Provisioning tenantId={tenantId} />
        </Stack>
      )}
    </Surface>
  );
}
