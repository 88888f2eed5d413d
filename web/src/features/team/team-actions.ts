import { tenantUserTypeOf } from '@kerb/domain/access/actor.ts';
import type { Invitation } from '@kerb/domain/team/invitations.contract.ts';
import type { Member } from '@kerb/domain/team/team.contract.ts';
import { ownAccess, removalQuestion } from '@kerb/domain/team/team-rules.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useTeamChanges } from '@kerb/web/features/team/team.queries.ts';
import { useSession } from '@kerb/web/platform/session.tsx';

/** Runs the task behind the progress text, and shows the outcome. */
async function saying(progress: string, done: string, task: () => Promise<unknown>): Promise<void> {
  try {
    await withProgress(progress, task);
    toast.success(done);
  } catch (error) {
    toast.error(error);
  }
}

export function useTeamActions(tenantId: number, organisation: string) {
  const changes = useTeamChanges(tenantId);
  const { userId } = useSession();
  const isSelf = (member: Member) => member.userId === userId;
  return {
    setManager: async (member: Member, isManager: boolean) => {
      if (isSelf(member) && !isManager) return toast.error(ownAccess);
      const tenantUserType = tenantUserTypeOf(isManager);
      await saying('Saving...', 'Saved', () => changes.saveMember(member.userId, { tenantUserType }));
    },
    remove: async (member: Member) => {
      if (isSelf(member)) return toast.error(ownAccess);
      const isSure = await confirm({
        title: 'Remove Access',
        text: removalQuestion(member.displayName, organisation),
        confirmLabel: 'Remove Access',
        danger: true,
      });
      if (isSure) await saying('Removing...', 'Removed', () => changes.removeMember(member.userId));
    },
    resend: ({ id }: Invitation) => saying('Sending invitation...', 'Invitation sent', () => changes.resend(id)),
    revoke: async ({ id, firstName, surname }: Invitation) => {
      const isSure = await confirm({
        title: 'Revoke Invitation',
        text: `Revoke the invitation of ${firstName} ${surname}? Its link will stop working.`,
        confirmLabel: 'Revoke',
        danger: true,
      });
      if (isSure) await saying('Revoking invitation...', 'Invitation revoked', () => changes.revoke(id));
    },
  };
}

export type TeamActions = ReturnType<typeof useTeamActions>;
