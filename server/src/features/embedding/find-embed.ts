import { type ButtonState, buttonStateOf } from '@kerb/domain/embedding/button-state.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

type Db = Database | Tx;

/** What a frame shows of an organisation, and the websites that may show it. */
export type Host = { name: string; brandColour: string | null; origins: string[] };

/** The organisation with this public key, while it shows frames. */
export const organisationOfKey = (db: Db, embedKey: string) =>
  db
    .selectFrom('embedSettings as e')
    .innerJoin('tenants as t', 't.id', 'e.tenantId')
    .select(['t.id', 't.name', 't.brandColour', 't.identifier', 't.defaultTimeZone', 'e.origins'])
    .where('e.embedKey', '=', embedKey)
    .where('e.isOn', '=', true)
    .executeTakeFirst();

export type FoundButton = Host & { agreementId: number; state: ButtonState; createdDate: Moment };

/** The campaign of a Pay button, while its organisation shows frames. */
export async function campaignOfButton(db: Db, token: string): Promise<FoundButton | null> {
  const row = await db
    .selectFrom('payButtons as b')
    .innerJoin('agreements as a', 'a.id', 'b.agreementId')
    .innerJoin('tenants as t', 't.id', 'a.tenantId')
    .innerJoin('embedSettings as e', 'e.tenantId', 't.id')
    .leftJoin('campaignBooks as c', 'c.agreementId', 'a.id')
    .select(['a.id as agreementId', 'a.status', 'a.financeOptionCode', 'a.campaignBudgetFundsPurpose'])
    .select(['c.paymentState', 'b.createdDate', 't.name', 't.brandColour', 'e.origins'])
    .where('b.token', '=', token)
    .where('e.isOn', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  const { agreementId, createdDate, name, brandColour, origins, status, paymentState, ...campaign } = row;
  const state = buttonStateOf({
    ...campaign,
    status: statusOfRank(status),
    paymentState: paymentState ?? 'none',
  });
  return { agreementId, createdDate, name, brandColour, origins, state };
}
