import { isManager, tenantUserTypeLabels } from '@kerb/domain/access/actor.ts';
import type { Invitation } from '@kerb/domain/team/invitations.contract.ts';
import type { Member } from '@kerb/domain/team/team.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import rows from '@kerb/web/design/person-rows.module.css';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { PersonPicture } from '@kerb/web/features/people/person-picture.tsx';
import classes from '@kerb/web/features/team/team.module.css';
import type { TeamActions } from '@kerb/web/features/team/team-actions.ts';
import { Anchor, Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

type ActionProps = ButtonProps & { label: string; about: string; onClick: () => void };

/** The accessible name includes the person: a list has many buttons with the same label. */
const Action = ({ label, about, ...props }: ActionProps) => (
  <Button size="xs" variant="default" aria-label={`${label}: ${about}`} {...props}>
    {label}
  </Button>
);

const danger = { variant: 'subtle', color: 'danger', c: 'var(--mantine-color-error)' } as const;

type PersonProps = {
  name: string;
  href: string | null;
  person: Pick<Member, 'emailAddress' | 'mobilePhone' | 'jobTitle'>;
  badges: ReactNode;
  children: ReactNode;
};

function Person({ name, href, person, badges, children }: PersonProps) {
  return (
    <li className={rows.row}>
      <PersonPicture name={name} href={href} />
      <div className={rows.words}>
        <span className={classes.line}>
          <strong>{name}</strong>
          {person.jobTitle && <span className={classes.quiet}>{person.jobTitle}</span>}
        </span>
        <span className={classes.line}>
          <Anchor size="sm" href={`mailto:${person.emailAddress}`}>
            {person.emailAddress}
          </Anchor>
          {person.mobilePhone && (
            <Anchor size="sm" href={`tel:${person.mobilePhone}`}>
              {person.mobilePhone}
            </Anchor>
          )}
        </span>
        <span className={classes.line}>{badges}</span>
      </div>
      <div className={`${rows.actions} kerb-no-print`}>{children}</div>
    </li>
  );
}

type Noticed = Pick<Member, 'tenantUserType' | 'receivesAllAgentNotices' | 'receivesBillingEmailNotices'>;

const Badges = ({ person }: { person: Noticed }) => (
  <>
    <ToneBadge tone={isManager(person) ? 'progress' : 'neutral'}>
      {tenantUserTypeLabels[person.tenantUserType]}
    </ToneBadge>
    {person.receivesAllAgentNotices && <span className={classes.quiet}>All agent notices</span>}
    {person.receivesBillingEmailNotices && <span className={classes.quiet}>Billing notices</span>}
  </>
);

type MembersProps = { members: readonly Member[]; actions: TeamActions; onEdit: (member: Member) => void };

export function Members({ members, actions, onEdit }: MembersProps) {
  return (
    <ul className={rows.rows}>
      {members.map((member) => {
        const { userId, displayName: name, profilePictureHref } = member;
        const managesNow = isManager(member);
        return (
          <Person
            key={userId}
            name={name}
            href={profilePictureHref}
            person={member}
            badges={<Badges person={member} />}
          >
            <Action
              label={managesNow ? 'Remove manager access' : 'Give manager access'}
              about={name}
              onClick={() => void actions.setManager(member, !managesNow)}
            />
            <Action label="Edit" about={name} onClick={() => onEdit(member)} />
            <Action label="Remove" about={name} {...danger} onClick={() => void actions.remove(member)} />
          </Person>
        );
      })}
    </ul>
  );
}

type InvitationsProps = {
  invitations: readonly Invitation[];
  actions: TeamActions;
  onEdit: (invitation: Invitation) => void;
};

export function Invitations({ invitations, actions, onEdit }: InvitationsProps) {
  return (
    <ul className={rows.rows}>
      {invitations.map((invitation) => {
        const { id, firstName, surname, isExpired, expiryDate, profilePictureHref } = invitation;
        const name = `${firstName} ${surname}`;
        const state = isExpired ? (
          <ToneBadge tone="attention">Expired</ToneBadge>
        ) : (
          <span className={classes.quiet}>
            Expires <DateText value={expiryDate} style="short" />
          </span>
        );
        const badges = (
          <>
            <Badges person={invitation} />
            {state}
          </>
        );
        return (
          <Person key={id} name={name} href={profilePictureHref} person={invitation} badges={badges}>
            <Action label="Edit" about={name} onClick={() => onEdit(invitation)} />
            <Action label="Resend" about={name} onClick={() => void actions.resend(invitation)} />
            <Action label="Revoke" about={name} {...danger} onClick={() => void actions.revoke(invitation)} />
          </Person>
        );
      })}
    </ul>
  );
}
