import { mayIn } from '@kerb/domain/access/access-scope.ts';
import { mostInvitedAtOnce } from '@kerb/domain/imports/import-limits.ts';
import { teamImportEndpoints } from '@kerb/domain/imports/imports.contract.ts';
import { teamImportFields, teamSample } from '@kerb/domain/imports/team-import.ts';
import { noAccess } from '@kerb/domain/shell/navigation.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { ImportPage } from '@kerb/web/features/imports/import-page.tsx';
import { type ImportSpec, undoWords } from '@kerb/web/features/imports/import-spec.ts';
import { organisationKeys } from '@kerb/web/features/organisations/organisations.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { useActor } from '@kerb/web/platform/session.tsx';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/agencies/$tenantId/users/import');

// biome-ignore format: a table
const outcomes = {
  created: 'Invited',
  refused: 'Refused',
  removed: 'Revoked',
  kept:    'Kept',
} as const;

const specOf = (tenantId: number): ImportSpec => {
  const params = { tenantId };
  return {
    key: `team-${tenantId}`,
    fields: teamImportFields,
    sample: { fileName: 'Sample-Team-Members.csv', rows: teamSample },
    most: { rows: mostInvitedAtOnce, because: ', because each of them gets an email' },
    words: {
      one: 'team member',
      many: 'team members',
      effect: `When you press Import, each selected person gets an invitation by email. ${undoWords}`,
      undo: 'invitations that nobody has accepted, changed or sent again are revoked. Emails that were sent stay sent.',
      outcomes,
    },
    check: (body) => call(teamImportEndpoints.check, { params, body }),
    create: (body, idempotencyKey) => call(teamImportEndpoints.create, { params, body, idempotencyKey }),
    list: async (signal) => (await call(teamImportEndpoints.list, { params, signal })).items,
    get: (importId, signal) => call(teamImportEndpoints.get, { params: { tenantId, importId }, signal }),
    undo: (importId, idempotencyKey) =>
      call(teamImportEndpoints.undo, { params: { tenantId, importId }, idempotencyKey }),
    changes: [organisationKeys.invitations(tenantId)],
  };
};

function TeamImport({ tenantId }: { tenantId: number }) {
  return (
    <>
      <PageHeader
        title="Import Team Members"
        subtitle={
          <LinkText to="/agencies/$tenantId/users" params={{ tenantId }} size="sm">
            Team Members
          </LinkText>
        }
      />
      <ImportPage spec={specOf(tenantId)} />
    </>
  );
}

export function TeamImportScreen() {
  const { tenantId } = route.useParams();
  if (mayIn(useActor(), 'invitation.change', tenantId)) return <TeamImport key={tenantId} tenantId={tenantId} />;
  return <EmptyState isPage text={noAccess} action={<LinkText to="/">Go to the start</LinkText>} />;
}
