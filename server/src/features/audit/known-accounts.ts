import type { SecurityEvent } from '@kerb/domain/audit/security.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { asciiAddress } from '@kerb/domain/wire/codecs.ts';
import { typedAccount } from '@kerb/server/features/session/check-password.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { accountOfUser } from '@kerb/server/platform/security/refusals.ts';
import { sql } from 'kysely';

type Looked = Pick<Deps, 'db' | 'secrets'>;
export type KnownPerson = NonNullable<SecurityEvent['person']>;

/** With each key, because events from before the key was replaced have the mark of the former one. */
const marksOf = (secrets: Secrets, account: string): string[] => secrets.deriveEach('events', account);

/** Of two credentials that are made at the same moment, the one with the lower id may be committed later. */
const readAgainIds = 1_000;

/** The marks of everybody with a password. A mark cannot be reversed, so they are computed once and kept. */
type Memory = {
  lastCredential: number;
  /** Those that are read again and have their marks. */
  credentialIds: Set<number>;
  userIds: Map<string, number>;
};
const memories = new WeakMap<Database, Memory>();

async function marksOfPeople({ db, secrets }: Looked): Promise<Map<string, number>> {
  const memory = memories.get(db) ?? { lastCredential: 0, credentialIds: new Set(), userIds: new Map() };
  memories.set(db, memory);
  const added = await db
    .selectFrom('credentials')
    .select(['id', 'userId'])
    .where('type', '=', 'logon')
    .where('id', '>', memory.lastCredential - readAgainIds)
    .orderBy('id')
    .execute();
  for (const { id, userId } of added.filter(({ id }) => !memory.credentialIds.has(id))) {
    for (const mark of marksOf(secrets, accountOfUser(userId))) memory.userIds.set(mark, userId);
    memory.credentialIds.add(id);
  }
  memory.lastCredential = added.at(-1)?.id ?? memory.lastCredential;
  for (const id of memory.credentialIds) {
    if (id <= memory.lastCredential - readAgainIds) memory.credentialIds.delete(id);
  }
  return memory.userIds;
}

/** The people behind some marks, as far as they have a password. */
export async function peopleOf(deps: Looked, marks: readonly (string | null)[]): Promise<Map<string, KnownPerson>> {
  const known = await marksOfPeople(deps);
  const found = new Map<string, number>();
  for (const mark of marks) {
    const userId = mark === null ? undefined : known.get(mark);
    if (mark !== null && userId !== undefined) found.set(mark, userId);
  }
  if (found.size === 0) return new Map();
  const users = await deps.db
    .selectFrom('users')
    .select(['id', 'firstName', 'surname'])
    .where('id', 'in', [...new Set(found.values())])
    .execute();
  const names = new Map(users.map((user) => [user.id, displayName(user)]));
  return new Map([...found].map(([mark, user]) => [mark, { user, displayName: names.get(user) ?? '' }]));
}

/** The marks under which the attempts of an e-mail address are stored, whether or not it has an account. */
export async function marksOfAddress({ db, secrets }: Looked, emailAddress: string): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where lower(email_address) = lower(${asciiAddress(emailAddress)})`.execute(db);
  const accounts = [typedAccount(emailAddress), ...rows.map(({ id }) => accountOfUser(id))];
  return accounts.flatMap((account) => marksOf(secrets, account));
}
