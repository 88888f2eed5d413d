import { isPayer, type Role } from '@kerb/domain/access/actor.ts';
import { isAccountOf } from '@kerb/domain/payers/payer-proof.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { LinkedPayer } from '@kerb/server/features/payers/linked-payer.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** Who is signed in in this browser. */
export type Present = {
  userId: number;
  displayName: string;
  emailAddress: string;
  role: Role;
  /** Set if they came by a Payment URL. */
  signatoryId: number | null;
  openedBy: { userId: number; displayName: string } | null;
};

type Row = Omit<Present, 'displayName' | 'openedBy'> & {
  firstName: string;
  surname: string;
  openedById: number | null;
  openedByFirst: string | null;
  openedByLast: string | null;
};

/** A payer who came by a link has the name that the organisation gave, not that of an account. */
export async function presentOf(db: Database, signInId: number): Promise<Present | null> {
  const { rows } = await sql<Row>`
    select u.id as user_id, u.email_address, u.role, s.signatory_id, coalesce(p.first_name, u.first_name) as first_name,
      coalesce(p.surname, u.surname) as surname, o.id as opened_by_id, o.first_name as opened_by_first,
      o.surname as opened_by_last
    from sign_ins s
    join users u on u.id = s.user_id
    left join signatories p on p.id = s.signatory_id
    left join users o on o.id = s.opened_by_user_id
    where s.id = ${signInId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { userId, emailAddress, role, signatoryId, openedById, openedByFirst, openedByLast } = row;
  const openedBy =
    openedById === null
      ? null
      : {
          userId: openedById,
          displayName: displayName({ firstName: openedByFirst ?? '', surname: openedByLast ?? '' }),
        };
  return { userId, emailAddress, role, signatoryId, displayName: displayName(row), openedBy };
}

/**
 * Whether the browser is signed in as this payer already: by this link, or with the password of an account that is only
 * a payer. An account with another address than the payer's proves nothing about the payer; the link does.
 */
export function isOwnSignIn(present: Present, linked: LinkedPayer): boolean {
  const { userId, role, signatoryId } = present;
  if (signatoryId !== null) return signatoryId === linked.id;
  return isPayer(role) && userId === linked.userId && isAccountOf(present, linked);
}

/** The team member or admin who opens another person's link; null for payers, and for people who open their own. */
export function openedByOf({ userId, role, signatoryId, openedBy, ...present }: Present, payerUserId: number) {
  if (openedBy) return openedBy;
  const isOfTeam = signatoryId === null && !isPayer(role) && userId !== payerUserId;
  return isOfTeam ? { userId, displayName: present.displayName } : null;
}
