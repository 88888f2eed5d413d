import { mayIn } from '@kerb/domain/access/access-scope.ts';
import { campaignImportFields, campaignSample } from '@kerb/domain/imports/campaign-import.ts';
import { mostCampaignsAtOnce } from '@kerb/domain/imports/import-limits.ts';
import { campaignImportEndpoints } from '@kerb/domain/imports/imports.contract.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import { noAccess } from '@kerb/domain/shell/navigation.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { ImportPage } from '@kerb/web/features/imports/import-page.tsx';
import { type ImportSpec, undoWords } from '@kerb/web/features/imports/import-spec.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { useActor } from '@kerb/web/platform/session.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/agencies/$tenantId/applications/import');

// biome-ignore format: a table
const outcomes = {
  created: 'Created',
  refused: 'Refused',
  removed: 'Cancelled',
  kept:    'Kept',
} as const;

const specOf = (tenantId: number): ImportSpec => {
  const params = { tenantId };
  return {
    key: `campaigns-${tenantId}`,
    fields: campaignImportFields(countryRules().address),
    sample: { fileName: 'Sample-Campaigns.csv', rows: campaignSample(addDays(today(), 14)) },
    most: { rows: mostCampaignsAtOnce, because: '' },
    words: {
      one: 'campaign',
      many: 'campaigns',
      effect: `Import makes a draft with one payer of each selected row. Nothing is sent to payers. ${undoWords}`,
      undo: 'drafts that nobody has changed or sent are cancelled.',
      outcomes,
    },
    check: (body) => call(campaignImportEndpoints.check, { params, body }),
    create: (body, idempotencyKey) => call(campaignImportEndpoints.create, { params, body, idempotencyKey }),
    list: async (signal) => (await call(campaignImportEndpoints.list, { params, signal })).items,
    get: (importId, signal) => call(campaignImportEndpoints.get, { params: { tenantId, importId }, signal }),
    undo: (importId, idempotencyKey) =>
      call(campaignImportEndpoints.undo, { params: { tenantId, importId }, idempotencyKey }),
    changes: [campaignKeys.all],
  };
};

function CampaignImport({ tenantId }: { tenantId: number }) {
  return (
    <>
      <PageHeader
        title="Import Campaigns"
        subtitle={
          <LinkText to="/agencies/$tenantId/applications" params={{ tenantId }} size="sm">
            Referrals
          </LinkText>
        }
      />
      <ImportPage spec={specOf(tenantId)} />
    </>
  );
}

export function CampaignImportScreen() {
  const { tenantId } = route.useParams();
  if (mayIn(useActor(), 'campaign-import.change', tenantId)) {
    return <CampaignImport key={tenantId} tenantId={tenantId} />;
  }
  return <EmptyState isPage text={noAccess} action={<LinkText to="/">Go to the start</LinkText>} />;
}
