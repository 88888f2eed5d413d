import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { decideErasure } from '@kerb/domain/privacy/erasure.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { applyDraft } from '@kerb/server/features/organisations/resolve-draft.ts';
import { saveSettings } from '@kerb/server/features/organisations/save-settings.ts';
import { createInvited } from '@kerb/server/features/people/save-user.ts';
import { askErasure } from '@kerb/server/features/privacy/ask-erasure.ts';
import { erasableById, todayOf } from '@kerb/server/features/privacy/erasure.repository.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import { sql } from 'kysely';

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

/** A payer of a cancelled campaign has asked to be erased. */
async function askForErasure(work: Work): Promise<void> {
  const { country } = work.deps;
  const { rows } = await sql<{ id: number }>`
    select p.id from signatories p join agreements a on a.id = p.agreement_id
    where a.status = ${statusRank('cancelled')} order by p.id`.execute(work.tx);
  for (const { id } of rows) {
    const payer = await erasableById(work.tx, country, id);
    if (!decideErasure(payer.facts, country, todayOf(payer, work.now)).ok) continue;
    return askErasure(work, id, 'They wrote from their own address, and we called them back.');
  }
}

/** What waits for a second person: a new admin, a payer to erase, and a bank account within its 24 hours. */
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
  await askForErasure({ ...work, actor: must(admins[1], 'second admin') });
}
