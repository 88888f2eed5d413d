import type { Decision, FieldErrorType } from '@kerb/domain/kernel/decision.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { decidePassword } from '@kerb/domain/session/password.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import { commonPasswords } from '@kerb/server/platform/auth/common-passwords.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

type Owner = Pick<Person, 'emailAddress' | 'firstName' | 'surname'> & { id?: number; organisation?: string };

/** Whether a new password is good enough for this person: not a known one, and not made of words around them. */
export async function judgePassword(
  { db, country }: Pick<Deps, 'db' | 'country'>,
  password: string,
  { id = 0, emailAddress, firstName, surname, organisation }: Owner,
): Promise<Decision<string, FieldErrorType>> {
  const rows = await db
    .selectFrom('tenantUsers as m')
    .innerJoin('tenants as t', 't.id', 'm.tenantId')
    .select('t.name')
    .where('m.userId', '=', id)
    .execute();
  const organisations = [...rows.map(({ name }) => name), ...(organisation === undefined ? [] : [organisation])];
  const names = [firstName, surname, displayName({ firstName, surname })];
  return decidePassword(password, { emailAddress, names, organisations, brand: country.brand }, commonPasswords);
}
