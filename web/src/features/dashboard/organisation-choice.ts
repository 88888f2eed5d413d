import { seesEveryOrganisation } from '@kerb/domain/access/access-scope.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import type { OrganisationOption } from '@kerb/web/features/organisations/organisation-select.tsx';

export type OrganisationChoice = {
  organisations: OrganisationOption[];
  organisationId: number | undefined;
  /** The entries above the organisations in the selector. */
  first: { value: string; label: string; disabled?: boolean }[];
  /** False until an admin has chosen: there is no dashboard for the whole platform. */
  isReady: boolean;
};

/** The platform's own organisation cannot be chosen. */
const isCustomer = ({ id }: Pick<OrganisationOption, 'id'>): boolean => id !== platformTenantId;

const allOrganisations = { value: '', label: 'All Offices' };

/**
 * An admin chooses an organisation. A member of one organisation gets it; a member of several sees all at first. While
 * the organisations load, the id in an admin's address is accepted unchecked.
 */
export function organisationChoice(
  { role, memberships }: Pick<Session, 'role' | 'memberships'>,
  all: readonly OrganisationOption[] | undefined,
  asked: number | undefined,
): OrganisationChoice {
  if (seesEveryOrganisation({ role })) {
    const first = [
      { value: '', label: 'Choose an office', disabled: true },
      { ...allOrganisations, value: 'all', disabled: true },
    ];
    const organisations = (all ?? []).filter(isCustomer);
    const isThere =
      asked !== undefined && (all ? organisations.some(({ id }) => id === asked) : isCustomer({ id: asked }));
    return { organisations, organisationId: isThere ? asked : undefined, first, isReady: isThere };
  }
  const organisations = memberships
    .map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName }))
    .filter(isCustomer);
  const own = organisations.find(({ id }) => id === asked)?.id;
  if (organisations.length === 1)
    return { organisations, organisationId: organisations[0]?.id, first: [], isReady: true };
  return { organisations, organisationId: own, first: [allOrganisations], isReady: true };
}
