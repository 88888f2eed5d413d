import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { mostInvitedAtOnce } from '@kerb/domain/imports/import-limits.ts';
import type { ImportDetails } from '@kerb/domain/imports/imports.contract.ts';
import { teamImportFields } from '@kerb/domain/imports/team-import.ts';
import { decideUndoInvitation } from '@kerb/domain/imports/undo-rules.ts';
import { allow, type Decision } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { checkTeam } from '@kerb/server/features/imports/check-team.ts';
import type { CreatedRow } from '@kerb/server/features/imports/imports.repository.ts';
import { type AskedImport, runImport, runUndo } from '@kerb/server/features/imports/run-import.ts';
import { tenantInScope } from '@kerb/server/features/organisations/organisations.repository.ts';
import { lockInvitation } from '@kerb/server/features/team/invitations.repository.ts';
import { inviteMember, revokeInvitation } from '@kerb/server/features/team/invite-member.ts';
import { limitInvitations } from '@kerb/server/features/team/limit-invitations.ts';
import { holdTeam } from '@kerb/server/features/team/team.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Answering, Work } from '@kerb/server/platform/work.ts';

/** Invites the people of the chosen rows by the rules of a single invitation. */
export async function importTeam(deps: Deps, scope: AccessScope, by: Answering<ImportDetails>, asked: AskedImport) {
  const { tenantId } = asked;
  const tenant = await tenantInScope(deps.db, scope, tenantId);
  return runImport(deps, by, asked, {
    kind: 'team',
    fields: teamImportFields,
    most: mostInvitedAtOnce,
    description: 'Team members imported',
    check: (db, rows) => checkTeam(db, deps.country, tenantId, rows),
    limit: (rows) =>
      limitInvitations(
        deps,
        scope,
        tenantId,
        rows.flatMap(({ person }) => person?.emailAddress ?? []),
      ),
    hold: (work) => holdTeam(work, tenantId),
    create: (work, { line, person }) => inviteMember(work, tenant, must(person, `person of line ${line}`)),
    created: 'Invited',
  });
}

async function undoInvitation(work: Work, scope: AccessScope, { recordId }: CreatedRow): Promise<Decision<string>> {
  const invitation = await work.tx
    .selectFrom('userInvitations')
    .select(['id', 'acceptedDate', 'revokedDate', 'createdDate', 'lastUpdateDate'])
    .where('id', '=', recordId)
    .forUpdate()
    .executeTakeFirst();
  const decision = decideUndoInvitation(invitation);
  if (!decision.ok) return decision;
  const pending = await lockInvitation(work.tx, scope, decision.value.id);
  await revokeInvitation(work, pending, 'Invitation revoked: its import was undone');
  return allow('Invitation revoked');
}

type Named = { tenantId: number; importId: number };

/** Revokes the invitations that nobody has touched since the import. */
export async function undoTeamImport(work: Work, scope: AccessScope, named: Named): Promise<ImportDetails> {
  await tenantInScope(work.tx, scope, named.tenantId);
  return runUndo(work, named, {
    kind: 'team',
    description: 'Import of team members undone',
    hold: () => holdTeam(work, named.tenantId),
    undo: (_, row) => undoInvitation(work, scope, row),
  });
}
