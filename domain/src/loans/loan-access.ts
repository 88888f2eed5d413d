import { isPayer, type Standing } from '@kerb/domain/access/actor.ts';
import { loanKeptFrom } from '@kerb/domain/agreements/field-groups.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';

/** Campaign Management is not for a supplier's team, which does not sell the property. Its payers see their loan. */
export const seesLoan = (standing: Standing, { tenantType }: { tenantType: OrganisationType }): boolean =>
  standing === 'admin' || isPayer(standing) || tenantType !== loanKeptFrom;
