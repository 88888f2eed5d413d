import { standingMay } from '@kerb/domain/access/access-scope.ts';
import { roleOfMembers, tenantUserTypes } from '@kerb/domain/access/actor.ts';
import type { IntegrationFacts } from '@kerb/domain/notifications/integration-changes.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The types of team member who answer for programs and are told about them. */
export const managing = tenantUserTypes.filter((type) => standingMay(type, 'integration.change'));

type Written = { kind: string; subject: string; body: string };

const activeManagers = ({ tx }: Work, tenantId: number) =>
  tx
    .selectFrom('tenantUsers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['u.id', 'u.emailAddress'])
    .where('m.tenantId', '=', tenantId)
    .where('m.tenantUserType', 'in', managing)
    .where('u.role', '=', roleOfMembers)
    .where('u.disabledDate', 'is', null)
    .orderBy('u.id')
    .execute();

/** Sends a message to every active manager of an organisation. */
export async function tellManagersOf(
  work: Work,
  tenantId: number,
  message: (facts: Omit<IntegrationFacts, 'name'>) => Written,
): Promise<void> {
  const { config, country } = work.deps;
  const { name: tenantName } = await work.tx
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const userName = work.actor?.displayName ?? country.brand;
  const settingsUrl = `${config.publicUrl}/agencies/${tenantId}/settings`;
  const written = message({ brand: country.brand, tenantName, userName, settingsUrl });
  for (const { id: userId, emailAddress: recipient } of await activeManagers(work, tenantId)) {
    await postMessage(work, { ...written, channel: 'email', audience: 'staff', recipient, userId });
  }
}

/** Sends a message about a program to every active manager of its organisation. */
export const tellManagers = (
  work: Work,
  { tenantId, name }: { tenantId: number; name: string },
  message: (facts: IntegrationFacts) => Written,
): Promise<void> => tellManagersOf(work, tenantId, (facts) => message({ ...facts, name }));
