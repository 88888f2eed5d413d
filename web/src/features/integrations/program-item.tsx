import {
  type CredentialEndReason,
  credentialEndWords,
  endReasonWords,
  type IdentityState,
  isLive,
  stateOf,
} from '@kerb/domain/integrations/identity-rules.ts';
import type { ServiceCredential, ServiceIdentity } from '@kerb/domain/integrations/integrations.contract.ts';
import { scopeWords } from '@kerb/domain/integrations/scope-words.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/integrations/integrations.module.css';
import { Button, Text } from '@mantine/core';

const now = () => new Date().toISOString();

const states: Record<IdentityState, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'success' },
  ownerless: { label: 'Nobody answers for it', tone: 'attention' },
  expired: { label: 'Expired', tone: 'danger' },
  ended: { label: 'Ended', tone: 'neutral' },
};

export type ProgramAction = 'edit' | 'add' | 'take-over' | 'end';

function actionsOf(program: ServiceIdentity, isOwner: boolean): [ProgramAction, string][] {
  if (program.endedDate !== null) return [];
  const mayTakeOver = !isOwner && (program.ownerLostDate !== null || program.owner === null);
  return [
    ...(mayTakeOver ? ([['take-over', 'Take over']] as [ProgramAction, string][]) : []),
    ['add', 'New secret or key'],
    ['edit', 'Edit'],
    ['end', 'End access'],
  ];
}

const Used = ({ value }: { value: string | null }) => (value ? <DateText value={value} style="time" /> : 'Never');

/** A secret has nothing to tell it by but its dates; a key has the beginning of its thumbprint. */
const kindOf = ({ kind, algorithm, keyId }: ServiceCredential) =>
  kind === 'secret' ? 'Secret' : `Key ${algorithm} ${keyId?.slice(0, 8)}…`;

const endedByItself = (
  credential: ServiceCredential,
): credential is ServiceCredential & { endReason: CredentialEndReason } => credential.endReason !== null;

type CredentialProps = { credential: ServiceCredential; programName: string; onEnd: () => void };

function Credential({ credential, programName, onEnd }: CredentialProps) {
  const { creationDate, lastUsageDate, expiryDate, endedDate } = credential;
  const last = endedDate !== null && endedDate < expiryDate ? endedDate : expiryDate;
  return (
    <li className={classes.credential}>
      <div className={classes.head}>
        <strong>{kindOf(credential)}</strong>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`End: ${kindOf(credential)} of ${programName}`}
          onClick={onEnd}
        >
          End
        </Button>
      </div>
      <Facts
        rows={[
          ['Created', <DateText key="made" value={creationDate} />],
          ['Last used', <Used key="used" value={lastUsageDate} />],
          ['Works until', <DateText key="ends" value={last} />],
        ]}
      />
    </li>
  );
}

function factsOf(program: ServiceIdentity) {
  const { clientId, scopes, agentUserName, ownerName, creationDate, createdByName, endedDate, endReason } = program;
  const { lastUsageDate, lastUsageNetwork, webhooks } = program;
  return [
    ['Client ID', <code key="id">{clientId}</code>],
    ['It may', scopes.map((scope) => scopeWords[scope].label).join(', ')],
    ['Campaigns', agentUserName === null ? 'All' : `Only those of ${agentUserName}`],
    ['Answers for it', ownerName ?? 'Nobody'],
    [
      'Created',
      <span key="made">
        <DateText value={creationDate} />
        {createdByName && ` by ${createdByName}`}
      </span>,
    ],
    [
      'Last used',
      <span key="used">
        <Used value={lastUsageDate} />
        {lastUsageNetwork && ` from ${lastUsageNetwork}`}
      </span>,
    ],
    ...(webhooks.length > 0 ? [['Its webhooks', webhooks.map(({ url }) => url).join(', ')] as const] : []),
    ...(endedDate && endReason
      ? [
          [
            'Ended',
            <span key="ended">
              <DateText value={endedDate} />. {endReasonWords[endReason]}
            </span>,
          ] as const,
        ]
      : []),
  ] as const;
}

type ProgramProps = {
  program: ServiceIdentity;
  isOwner: boolean;
  onAction: (action: ProgramAction) => void;
  onEndCredential: (credential: ServiceCredential) => void;
};

/** A program that acts for the organisation: what it may do, when it was last used, and how to stop it. */
export function ProgramItem({ program, isOwner, onAction, onEndCredential }: ProgramProps) {
  const { label, tone } = states[stateOf(program, now())];
  const live = program.endedDate === null ? program.credentials.filter((each) => isLive(each, now())) : [];
  const ended = program.endedDate === null ? program.credentials.filter(endedByItself) : [];
  return (
    <li className={classes.program}>
      <div className={classes.head}>
        <strong>{program.name}</strong>
        <ToneBadge tone={tone}>{label}</ToneBadge>
      </div>
      <Facts rows={factsOf(program)} />
      {live.length > 0 && (
        <ul className={classes.credentials} aria-label={`Secrets and keys of ${program.name}`}>
          {live.map((credential) => (
            <Credential
              key={credential.id}
              credential={credential}
              programName={program.name}
              onEnd={() => onEndCredential(credential)}
            />
          ))}
        </ul>
      )}
      {ended.map((credential) => (
        <Text key={credential.id} size="sm">
          {kindOf(credential)} of <DateText value={credential.creationDate} />:{' '}
          {credentialEndWords[credential.endReason]}
        </Text>
      ))}
      <div className={classes.buttons}>
        {actionsOf(program, isOwner).map(([action, words]) => (
          <Button
            key={action}
            size="xs"
            variant="default"
            aria-label={`${words}: ${program.name}`}
            onClick={() => onAction(action)}
          >
            {words}
          </Button>
        ))}
      </div>
    </li>
  );
}
