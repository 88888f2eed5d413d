import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import type { Office } from '@kerb/web/features/organisations/office-select.tsx';

export type OfficeChoice = {
  offices: Office[];
  officeId: number | undefined;
  /** The entries above the organisations in the selector. */
  first: { value: string; label: string; disabled?: boolean }[];
  /** False until an admin has chosen: there is no dashboard for the whole platform. */
  isReady: boolean;
};

/** The platform's own organisation cannot be chosen. */
const isOffice = ({ id }: Pick<Office, 'id'>): boolean => id !== platformTenantId;

const allOffices = { value: '', label: 'All Offices' };

/**
 * An admin chooses an organisation. A member of one organisation gets it; a member of several sees all at first. While
 * the organisations load, the id in an admin's address is accepted unchecked.
 */
export function officeChoice(
  { role, memberships }: Pick<Session, 'role' | 'memberships'>,
  organisations: readonly Office[] | undefined,
  asked: number | undefined,
): OfficeChoice {
  if (role === 'admin') {
    const first = [
      { value: '', label: 'Choose an office', disabled: true },
      { ...allOffices, value: 'all', disabled: true },
    ];
    const offices = (organisations ?? []).filter(isOffice);
    const isThere =
      asked !== undefined && (organisations ? offices.some(({ id }) => id === asked) : isOffice({ id: asked }));
    return { offices, officeId: isThere ? asked : undefined, first, isReady: isThere };
  }
  const offices = memberships.map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName })).filter(isOffice);
  const own = offices.find(({ id }) => id === asked)?.id;
  if (offices.length === 1) return { offices, officeId: offices[0]?.id, first: [], isReady: true };
  return { offices, officeId: own, first: [allOffices], isReady: true };
}
