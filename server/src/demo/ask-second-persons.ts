import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { applyDraft } from '@kerb/server/features/organisations/resolve-draft.ts';
import { saveSettings } from '@kerb/server/features/organisations/save-settings.ts';
import { createInvited } from '@kerb/server/features/people/save-user.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';

/** An organisation's new bank account, which two admins have confirmed and which takes effect tomorrow. */
async function changeAccount(work: Work, tenantId: number, [first, second]: readonly Actor[]): Promise<void> {
  const { bankDetails } = sandboxCountries[work.deps.country.code];
  const { bankBsbNumber, bankAccountNumber } = bankDetails.finance;
  const { bankAccountName } = bankDetails.styling;
  const bankAccount = { accountName: bankAccountName, bsbNumber: bankBsbNumber, accountNumber: bankAccountNumber };
  const as = (actor: Actor | undefined) => {
    const admin = must(actor, 'admin of the demo');
    return [{ ...work, actor: admin }, must(accessScopeOf(admin, 'tenant.approve'), 'scope')] as const;
  };
  await saveSettings(...as(first), { tenantId, sent: { bankAccount }, ifMatch: null });
  const callBackNote = 'Called Sunny Placeholt on the number of the contract, this morning at ten.';
  await applyDraft(...as(second), { tenantId, fields: ['bankAccount'], callBackNote, ifMatch: null });
}

/** What waits for a second person: a new admin, and a bank account within its 24 hours. */
export async function askSecondPersons(work: Work, { actors, tenantIds }: DemoRecords): Promise<void> {
  const admins = ['admin@example.com', 'admin.two@example.com'].map((address) =>
    must(actors.get(address), `${address} of the demo`),
  );
  await changeAccount(work, tenantIds.styling, admins);
  await createInvited(
    { ...work, actor: must(admins[1], 'second admin') },
    {
      firstName: 'Ivy',
      surname: 'Inwaiting',
      emailAddress: 'ivy.inwaiting@example.com',
      jobTitle: 'Approvals',
      role: 'admin',
      reason: 'Approves batches while Ada is on leave.',
    },
  );
}
