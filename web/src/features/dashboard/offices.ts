import type { Session } from '@kerb/domain/session/session.contract.ts';
import type { Office } from '@kerb/web/design/office-select.tsx';

export type OfficeChoice = {
  offices: Office[];
  officeId: number | undefined;
  /** What the selector offers above the offices. */
  first: { value: string; label: string; disabled?: boolean }[];
  /** False until an admin has chosen: the whole platform is no dashboard. */
  isReady: boolean;
};

const allOffices = { value: '', label: 'All Offices' };

/** An admin chooses one; a member of one office has it chosen; a member of several sees all to begin with. */
export function officeChoice(
  { role, memberships }: Pick<Session, 'role' | 'memberships'>,
  organisations: readonly Office[],
  asked: number | undefined,
): OfficeChoice {
  if (role === 'admin') {
    const first = [
      { value: '', label: 'Choose an office', disabled: true },
      { ...allOffices, value: 'all', disabled: true },
    ];
    return { offices: [...organisations], officeId: asked, first, isReady: asked !== undefined };
  }
  const offices = memberships.map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName }));
  const own = offices.find(({ id }) => id === asked)?.id;
  if (offices.length === 1) return { offices, officeId: offices[0]?.id, first: [], isReady: true };
  return { offices, officeId: own, first: [allOffices], isReady: true };
}
