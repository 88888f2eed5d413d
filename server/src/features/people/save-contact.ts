import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { parseMobile, parsePhone } from '@kerb/domain/kernel/phone.ts';
import type { NewContactDetail, SavedContactDetail } from '@kerb/domain/people/contact-details.contract.ts';
import { type ContactRecord, contactInScope } from '@kerb/server/features/people/contact-details.repository.ts';
import { saveUser } from '@kerb/server/features/people/save-user.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid, mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Lines = Omit<SavedContactDetail, 'confirmationDate'>;

/** Stores empty text as null, and phone numbers in the form that can be dialled. */
function linesOf(work: Work, lines: Lines): Partial<Record<keyof Lines, string | null>> {
  const { phone, mobilePhone } = lines;
  const { country } = work.deps;
  const texts = Object.entries(lines).map(([name, value]) => [name, value || null]);
  return {
    ...Object.fromEntries(texts),
    ...(phone && { phone: mustAllow(parsePhone(phone, country, 'phone')).number }),
    ...(mobilePhone && { mobilePhone: mustAllow(parseMobile(mobilePhone, country, 'mobilePhone')) }),
  };
}

async function ownerOf(work: Work, scope: AccessScope, { user, tenant }: Pick<NewContactDetail, 'user' | 'tenant'>) {
  if (user !== undefined && tenant !== undefined) {
    throw invalid(fieldError('tenant', 'conflictingValue', 'Name a user or an organisation, not both.'));
  }
  if (!scope.everything && (tenant !== undefined || (user !== undefined && user !== scope.actor.userId))) {
    throw notFound(tenant === undefined ? 'user' : 'organisation');
  }
  const [table, id] = tenant === undefined ? [sql`users`, user ?? scope.actor.userId] : [sql`tenants`, tenant];
  const { rows } = await sql`select from ${table} where id = ${id}`.execute(work.tx);
  if (rows.length === 0) throw notFound(tenant === undefined ? 'user' : 'organisation');
  return tenant === undefined ? { userId: id, tenantId: null } : { userId: null, tenantId: id };
}

const nothing = {
  name: null,
  attention: null,
  address: null,
  address2: null,
  address3: null,
  city: null,
  state: null,
  country: null,
  postalCode: null,
  phone: null,
  mobilePhone: null,
};

const about = ({ userId, tenantId }: Pick<ContactRecord, 'userId' | 'tenantId'>) => ({
  activityCode: tenantId === null ? ('user_update' as const) : ('tenant_update' as const),
  ...(userId !== null && { userId }),
  ...(tenantId !== null && { tenantId }),
});

/** Adds a further contact. A person's main address and mobile belong to their account. */
export async function addContact(work: Work, scope: AccessScope, body: NewContactDetail): Promise<number> {
  const { type, user, tenant, ...lines } = body;
  const owner = await ownerOf(work, scope, { user, tenant });
  const kept = linesOf(work, lines);
  const { id } = await work.tx
    .insertInto('contactDetails')
    .values({ ...nothing, ...kept, ...owner, type, lastUpdateDate: work.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(work, { ...about(owner), description: 'Contact detail added', data: { type } });
  return id;
}

/** The account's e-mail address and mobile are changed in the account, and the contact detail follows. */
async function saveAccount(work: Work, contact: ContactRecord, lines: Lines): Promise<void> {
  const { address, mobilePhone, ...others } = lines;
  const [field] = Object.keys(others);
  if (field) throw invalid(fieldError(field, 'unrecognized', 'An account’s own address or mobile has no such line.'));
  if (contact.type === 'email' && address !== undefined) {
    throw invalid(
      fieldError('address', 'notValid', 'The email address that someone logs in with is changed in Users.'),
    );
  }
  if (contact.type === 'phone' && mobilePhone !== undefined) {
    await saveUser(work, must(contact.userId, `user of contact ${contact.id}`), { mobilePhone: mobilePhone || null });
  }
}

async function confirm(work: Work, contact: ContactRecord, isConfirmed: boolean): Promise<void> {
  if (isConfirmed && contact.mobilePhone) mustAllow(parseMobile(contact.mobilePhone, work.deps.country));
  const confirmationDate = isConfirmed ? (contact.confirmationDate ?? work.now) : null;
  const data = changesBetween<object>(contact, { confirmationDate });
  if (Object.keys(data).length === 0) return;
  await work.tx.updateTable('contactDetails').set({ confirmationDate }).where('id', '=', contact.id).execute();
  await record(work, { ...about(contact), description: 'Contact detail confirmed', data });
}

export async function saveContact(work: Work, scope: AccessScope, id: number, body: SavedContactDetail): Promise<void> {
  await sql`select from contact_details where id = ${id} for update`.execute(work.tx);
  const contact = await contactInScope(work.tx, scope, id);
  if (contact.deleteDate !== null) throw notFound('contact detail');
  const { confirmationDate, ...lines } = body;
  if (confirmationDate !== undefined && !scope.everything) {
    const because = 'Confirm it with the code that we send you.';
    throw invalid(fieldError('confirmationDate', 'notValid', because), because);
  }
  if (contact.isPrimary && contact.userId !== null) {
    await saveAccount(work, contact, lines);
  } else {
    const kept = linesOf(work, lines);
    const data = changesBetween<object>(contact, kept);
    if (Object.keys(data).length > 0) {
      await work.tx
        .updateTable('contactDetails')
        .set({ ...kept, confirmationDate: null, lastUpdateDate: work.now })
        .where('id', '=', id)
        .execute();
      await record(work, { ...about(contact), description: 'Contact detail changed', data });
    }
  }
  if (confirmationDate !== undefined) {
    await confirm(work, await contactInScope(work.tx, scope, id), confirmationDate !== null);
  }
}
