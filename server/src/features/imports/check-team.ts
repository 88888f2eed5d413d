import { inviteeFrom } from '@kerb/domain/imports/team-import.ts';
import type { FieldErrors } from '@kerb/domain/kernel/decision.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { type Invitee, invitee } from '@kerb/domain/team/invitations.contract.ts';
import type { FileRow } from '@kerb/server/features/imports/import-file.ts';
import { takenAddresses } from '@kerb/server/features/team/invite-member.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { decode } from '@kerb/server/platform/http/parse.ts';

/** A row with its errors, or with the person to invite. */
export type CheckedMember = FileRow & { errors: FieldErrors; person: Invitee | null };

const errorsIn = (decision: { ok: boolean; validation?: FieldErrors }): FieldErrors => decision.validation ?? {};

function readRow(row: FileRow, country: Deps['country']): CheckedMember {
  const read = decode(invitee, inviteeFrom(row.texts));
  const { mobilePhone } = row.texts;
  const mobile = mobilePhone ? errorsIn(parseMobile(mobilePhone, country)) : {};
  const errors = { ...errorsIn(read), ...mobile };
  const isReady = read.ok && Object.keys(errors).length === 0;
  return { ...row, errors, person: isReady ? read.value : null };
}

const refusedBy = (row: CheckedMember, words: string): CheckedMember => ({
  ...row,
  errors: fieldError('emailAddress', 'conflictingValue', words),
  person: null,
});

/** The rules of a single invitation for each row, and no address twice: in the file, the team or its invitations. */
export async function checkTeam(
  db: Database | Tx,
  country: Deps['country'],
  tenantId: number,
  rows: readonly FileRow[],
): Promise<CheckedMember[]> {
  const read = rows.map((row) => readRow(row, country));
  const addresses = read.flatMap(({ person }) => (person ? [person.emailAddress] : []));
  const taken = await takenAddresses(db, tenantId, addresses);
  const lines = new Map<string, number>();
  return read.map((row) => {
    if (!row.person) return row;
    const address = row.person.emailAddress.toLowerCase();
    const reason = taken.get(address);
    if (reason !== undefined) return refusedBy(row, reason);
    const earlier = lines.get(address);
    if (earlier !== undefined) return refusedBy(row, `Line ${earlier} has the same email address.`);
    lines.set(address, row.line);
    return row;
  });
}
