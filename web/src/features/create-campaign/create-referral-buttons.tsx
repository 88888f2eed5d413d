import { createTitle, defaultFundsPurpose } from '@kerb/domain/agreements/create-form.ts';
import { purposesOf } from '@kerb/domain/agreements/new-campaign.ts';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** The referrals that can be created for an organisation: by its type, and a deposit if it takes deposits. */
export function CreateReferralButtons({ tenantId }: { tenantId: number }) {
  const { data: tenant } = useQuery(organisationQueries.one(tenantId));
  const dialogs = useDialogs();
  const may = useMay();
  if (!tenant || !may('agreement.create', tenantId)) return null;
  const purpose = defaultFundsPurpose(tenant.type);
  return (
    <>
      {purposesOf(tenant).includes('deposit') && (
        <Button variant="default" onClick={() => dialogs.openCreateReferral(tenantId, 'deposit')}>
          {createTitle('deposit')}
        </Button>
      )}
      <Button onClick={() => dialogs.openCreateReferral(tenantId, purpose)}>{createTitle(purpose)}</Button>
    </>
  );
}
