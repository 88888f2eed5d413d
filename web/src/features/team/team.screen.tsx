import { mayIn } from '@kerb/domain/access/access-scope.ts';
import { noAccess } from '@kerb/domain/shell/navigation.ts';
import type { Invitation } from '@kerb/domain/team/invitations.contract.ts';
import type { Member } from '@kerb/domain/team/team.contract.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import classes from '@kerb/web/features/team/team.module.css';
import { teamQueries } from '@kerb/web/features/team/team.queries.ts';
import { useTeamActions } from '@kerb/web/features/team/team-actions.ts';
import { Invitations, Members } from '@kerb/web/features/team/team-lists.tsx';
import { useActor } from '@kerb/web/platform/session.tsx';
import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

const route = getRouteApi('/agencies/$tenantId/users');

// Number plans for phones are heavy, and only these dialogs need them.
const InviteMembersDialog = lazyComponent(
  async () => (await import('@kerb/web/features/team/invite-members.dialog.tsx')).InviteMembersDialog,
);
const EditMemberDialog = lazyComponent(
  async () => (await import('@kerb/web/features/team/edit-member.dialog.tsx')).EditMemberDialog,
);
const EditInvitationDialog = lazyComponent(
  async () => (await import('@kerb/web/features/team/edit-invitation.dialog.tsx')).EditInvitationDialog,
);

type Open = { name: 'invite' } | { name: 'member'; member: Member } | { name: 'invitation'; invitation: Invitation };

function OpenDialog({ open, tenantId, onClose }: { open: Open; tenantId: number; onClose: () => void }) {
  if (open.name === 'invite') return <InviteMembersDialog tenantId={tenantId} onClose={onClose} />;
  if (open.name === 'member') return <EditMemberDialog member={open.member} onClose={onClose} />;
  return <EditInvitationDialog invitation={open.invitation} onClose={onClose} />;
}

type ListProps<Item> = {
  title: string;
  query: UseQueryResult<Item[]>;
  empty: string;
  children: (items: Item[]) => ReactNode;
};

/** The button disappears with the removed person: focus the list instead. */
function useFocusKeptBy(count: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const isShorter = count !== undefined && before.current !== undefined && count < before.current;
    before.current = count;
    if (isShorter && document.activeElement === document.body) list.current?.focus();
  }, [count]);
  return list;
}

function List<Item>({ title, query, empty, children }: ListProps<Item>) {
  const { data, error, refetch } = query;
  const list = useFocusKeptBy(data?.length);
  return (
    <Surface title={title}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div ref={list} role="group" aria-label={title} tabIndex={-1} className={classes.list}>
        <Loaded data={error ? undefined : data} error={error} onRetry={() => void refetch()}>
          {(items) => (items.length === 0 ? <EmptyState text={empty} /> : children(items))}
        </Loaded>
      </div>
    </Surface>
  );
}

function Team({ tenantId }: { tenantId: number }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { data: tenant } = useQuery(organisationQueries.one(tenantId));
  const members = useQuery(teamQueries.members(tenantId));
  const invitations = useQuery(teamQueries.invitations(tenantId));
  const actions = useTeamActions(tenantId, tenant?.name ?? 'this organisation');
  const invite = (
    <>
      <Button variant="default" component={Link} to={`/agencies/${tenantId}/users/import`}>
        Import from a file
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpen({ name: 'invite' })}>
        Invite Team Members
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title="Team Members" actions={invite} />
      <Stack gap="lg">
        <List title="Active members" query={members} empty="There are no team members.">
          {(items) => (
            <Members members={items} actions={actions} onEdit={(member) => setOpen({ name: 'member', member })} />
          )}
        </List>
        <List title="Pending invitations" query={invitations} empty="There are no pending invitations.">
          {(items) => (
            <Invitations
              invitations={items}
              actions={actions}
              onEdit={(invitation) => setOpen({ name: 'invitation', invitation })}
            />
          )}
        </List>
      </Stack>
      {open && (
        <Suspense>
          <OpenDialog open={open} tenantId={tenantId} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

export function TeamScreen() {
  const { tenantId } = route.useParams();
  if (mayIn(useActor(), 'team.change', tenantId)) return <Team key={tenantId} tenantId={tenantId} />;
  return <EmptyState isPage text={noAccess} action={<LinkText to="/">Go to the start</LinkText>} />;
}
