import {
  domainCode,
  type LoginDomain,
  loginProviderEndpoints,
  newLoginDomain,
} from '@kerb/domain/organisations/login-provider.contract.ts';
import { keeperMailboxes } from '@kerb/domain/organisations/login-provider-rules.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/organisation-settings/login-provider.module.css';
import { useLoginChanges } from '@kerb/web/features/organisation-settings/login-provider.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

type OneDomain = { tenantId: number; item: LoginDomain };

function CodeForm({ tenantId, item: { id: domainId, domain } }: OneDomain) {
  const { keep } = useLoginChanges(tenantId);
  const form = useContractForm({
    body: domainCode,
    initialValues: { code: '' },
    submit: (body) => keep(() => call(loginProviderEndpoints.proveByCode, { params: { tenantId, domainId }, body })),
  });
  return (
    <ContractForm form={form} label={`Code for ${domain}`}>
      <div className={classes.line}>
        <TextInput label={`Code that was sent to ${domain}`} autoComplete="off" {...form.field('code')} />
        <SubmitButton>Prove</SubmitButton>
      </div>
    </ContractForm>
  );
}

/** The two ways in which an organisation proves a domain. */
function Proofs({ tenantId, item }: OneDomain) {
  const { id: domainId, domain, recordName, recordText } = item;
  const { run } = useLoginChanges(tenantId);
  const [mailbox, setMailbox] = useState<(typeof keeperMailboxes)[number]>('postmaster');
  const params = { tenantId, domainId };
  return (
    <Stack gap="sm" className={classes.proofs}>
      <Text size="sm">
        Add this text record to the DNS: <code>{recordName}</code> with the text <code>{recordText}</code>
      </Text>
      <div>
        <Button
          size="xs"
          variant="default"
          onClick={() => void run(() => call(loginProviderEndpoints.checkDomain, { params }))}
        >
          Look for the Record
        </Button>
      </div>
      <div className={classes.line}>
        <NativeSelect
          label="Or have a code sent to"
          data={keeperMailboxes.map((value) => ({ value, label: `${value}@${domain}` }))}
          value={mailbox}
          onChange={(event) => setMailbox(event.currentTarget.value as typeof mailbox)}
        />
        <Button
          variant="default"
          onClick={() => void run(() => call(loginProviderEndpoints.writeToKeeper, { params, body: { mailbox } }))}
        >
          Send Code
        </Button>
      </div>
      <CodeForm tenantId={tenantId} item={item} />
    </Stack>
  );
}

function DomainItem({ tenantId, item }: OneDomain) {
  const { run } = useLoginChanges(tenantId);
  const { id: domainId, domain, provenDate } = item;
  const remove = async () => {
    const text = `Remove ${domain}? Everybody who logged in with your organisation’s login is logged out.`;
    if (!(await confirm({ title: 'Remove domain', text, confirmLabel: 'Remove', danger: true }))) return;
    await run(() => call(loginProviderEndpoints.removeDomain, { params: { tenantId, domainId } }));
  };
  return (
    <li className={classes.domain}>
      <div className={classes.head}>
        <strong>{domain}</strong>
        {provenDate ? <ToneBadge tone="success">Proven</ToneBadge> : <ToneBadge tone="attention">Not proven</ToneBadge>}
        <Button size="xs" variant="default" aria-label={`Remove: ${domain}`} onClick={() => void remove()}>
          Remove
        </Button>
      </div>
      {!provenDate && <Proofs tenantId={tenantId} item={item} />}
    </li>
  );
}

/** The domains of the addresses with which the team logs in. */
export function LoginDomains({ tenantId, domains }: { tenantId: number; domains: readonly LoginDomain[] }) {
  const { keep } = useLoginChanges(tenantId);
  const form = useContractForm({
    body: newLoginDomain,
    initialValues: { domain: '' },
    submit: async (body) => {
      await keep(() => call(loginProviderEndpoints.addDomain, { params: { tenantId }, body }));
      form.form.reset();
    },
  });
  return (
    <Stack gap="md">
      <ul className={classes.domains} aria-label="Domains">
        {domains.map((item) => (
          <DomainItem key={item.id} tenantId={tenantId} item={item} />
        ))}
      </ul>
      <ContractForm form={form} label="Add a domain">
        <div className={classes.line}>
          <TextInput
            label="Domain of your email addresses"
            placeholder="agency.example"
            autoComplete="off"
            {...form.field('domain')}
          />
          <SubmitButton>Add Domain</SubmitButton>
        </div>
      </ContractForm>
    </Stack>
  );
}
