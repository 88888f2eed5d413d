import { seesWholeOrganisation } from '@kerb/domain/access/access-scope.ts';
import { teamQueries } from '@kerb/web/features/team/team.queries.ts';
import { useActor } from '@kerb/web/platform/session.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type TeamMemberSelectProps = {
  tenantId: number;
  userId: number | undefined;
  onChange: (userId: number | undefined) => void;
};

/** Filters referrals by team member, for managers and admins; an employee sees only their own. */
export function TeamMemberSelect({ tenantId, userId, onChange }: TeamMemberSelectProps) {
  const mayChoose = seesWholeOrganisation(useActor(), 'agreement.read', tenantId);
  const { data: members } = useQuery({ ...teamQueries.members(tenantId), enabled: mayChoose });
  if (!mayChoose) return null;
  const isUnknown = userId !== undefined && members !== undefined && !members.some((one) => one.userId === userId);
  return (
    <NativeSelect
      label="Team member"
      value={userId === undefined ? '' : String(userId)}
      data={[
        { value: '', label: 'All Team Members' },
        ...(members ?? []).map((member) => ({ value: String(member.userId), label: member.displayName })),
        ...(isUnknown ? [{ value: String(userId), label: 'Somebody who has left the team' }] : []),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : Number(value))}
    />
  );
}
