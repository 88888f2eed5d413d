import { type Invitee, invitationEndpoints, type SavedInvitation } from '@kerb/domain/team/invitations.contract.ts';
import { type SavedMember, teamEndpoints } from '@kerb/domain/team/team.contract.ts';
import { organisationKeys } from '@kerb/web/features/organisations/organisations.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const teamQueries = {
  members: (tenantId: number) =>
    queryOptions({
      queryKey: organisationKeys.members(tenantId),
      queryFn: async ({ signal }) => (await call(teamEndpoints.list, { params: { tenantId }, signal })).items,
    }),
  invitations: (tenantId: number) =>
    queryOptions({
      queryKey: organisationKeys.invitations(tenantId),
      queryFn: async ({ signal }) => (await call(invitationEndpoints.list, { query: { tenantId }, signal })).items,
    }),
};

/** The changes to a team. Whatever the outcome, the screen then shows the server's state. */
export function useTeamChanges(tenantId: number) {
  const client = useQueryClient();
  const afterwards = thenRefresh(() =>
    Promise.all([
      client.invalidateQueries({ queryKey: teamQueries.members(tenantId).queryKey }),
      client.invalidateQueries({ queryKey: teamQueries.invitations(tenantId).queryKey }),
    ]),
  );
  return {
    saveMember: (userId: number, body: SavedMember) =>
      afterwards(call(teamEndpoints.save, { params: { tenantId, userId }, body })),
    removeMember: (userId: number) => afterwards(call(teamEndpoints.remove, { params: { tenantId, userId } })),
    invite: (invitations: Invitee[]) =>
      afterwards(call(invitationEndpoints.createMany, { body: { tenant: tenantId, invitations } })),
    saveInvitation: (id: number, body: SavedInvitation) =>
      afterwards(call(invitationEndpoints.save, { params: { id }, body })),
    resend: (id: number) => afterwards(call(invitationEndpoints.resend, { body: { userInvitationId: id } })),
    revoke: (id: number) => afterwards(call(invitationEndpoints.revoke, { params: { id } })),
  };
}
