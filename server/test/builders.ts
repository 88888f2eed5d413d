import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor, Role, TenantUserType } from '@kerb/domain/access/actor.ts';
import type { NewPayer } from '@kerb/domain/agreements/new-payer.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { changeStatus } from '@kerb/server/features/agreements/change-status.ts';
import { createCampaign } from '@kerb/server/features/campaigns/create-campaign.ts';
import { createTenant } from '@kerb/server/features/organisations/create-tenant.ts';
import { createUser } from '@kerb/server/features/people/save-user.ts';
import { addMember } from '@kerb/server/features/team/change-member.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import type { Stage } from './harness.ts';

// Every number has six digits, so that lists sorted by name are in the order in which a test created them.
let serial = 100_000;
const next = () => {
  serial += 1;
  return serial;
};

type TenantSettings = {
  name?: string;
  type?: 'agency' | 'supplier';
  enableDeposits?: boolean;
  allowAddingProperty?: boolean;
};
type CampaignSettings = { payers?: NewPayer[]; status?: AgreementStatus; purpose?: FundsPurpose };
type Place = { tenantId: number; as: TenantUserType };
export type Person = Actor & { emailAddress: string };

/** Creates records for a test through the product's own use cases. */
export function buildersFor({ deps, db }: Stage) {
  async function aTenant(settings: TenantSettings = {}) {
    const {
      name = `Agency ${next()}`,
      type = 'agency',
      enableDeposits = false,
      allowAddingProperty = false,
    } = settings;
    const tenant = { name, type, enableDeposits, allowAddingProperty };
    return inTransaction(deps, byTheProduct, (work) => createTenant(work, tenant));
  }

  async function aPerson(role: Role, ...places: Place[]): Promise<Person> {
    const emailAddress = `person${next()}@example.com`;
    const person = { firstName: 'Test', surname: `Person ${serial}`, emailAddress, role };
    const userId = await inTransaction(deps, byTheProduct, async (work) => {
      const id = await createUser(work, person);
      for (const { tenantId, as } of places) await addMember(work, tenantId, { user: id, tenantUserType: as });
      return id;
    });
    const memberships = places.map(({ tenantId, as }) => ({ tenantId, tenantUserType: as }));
    return { userId, displayName: `Test Person ${serial}`, role, memberships, emailAddress };
  }

  const aPayer = (more: Partial<NewPayer> = {}): NewPayer => ({
    firstName: 'Pat',
    surname: `Payer ${next()}`,
    emailAddress: `payer${serial}@example.com`,
    ...more,
  });

  /** A campaign with its payers, created by `by` and moved to a status by an admin. */
  async function aCampaign(by: Actor, tenantId: number, more: CampaignSettings = {}) {
    const { payers = [aPayer()], status, purpose = 'marketing' } = more;
    const id = await inTransaction(deps, { actor: by, ipAddress: null }, async (work) => {
      const made = await createCampaign(work, accessScopeOf(by, 'agreement.create')!, {
        campaignBudget: 4_200_00,
        campaignPlannedStartDate: '2026-12-01',
        campaignBudgetFundsPurpose: purpose,
        tenant: tenantId,
        vendors: payers,
      });
      const admin: Actor = { userId: by.userId, displayName: by.displayName, role: 'admin', memberships: [] };
      if (status) {
        await changeStatus(work, accessScopeOf(admin, 'agreement.set-status')!, { id: made, status, ifMatch: null });
      }
      return made;
    });
    const rows = await db.selectFrom('signatories').selectAll().where('agreementId', '=', id).orderBy('id').execute();
    return { id, payers: rows };
  }
  return { aTenant, aPerson, aPayer, aCampaign };
}
