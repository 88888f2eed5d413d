import { agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { AccountingExports } from '@kerb/web/features/campaign-lists/accounting-exports.tsx';
import { exportCsv } from '@kerb/web/features/campaign-lists/export-csv.ts';
import type { ReferralsProps } from '@kerb/web/features/campaign-lists/referral-list.ts';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Button } from '@mantine/core';

/** Exports the list on the screen: the same query, requested as a spreadsheet. */
export function ExportReferrals({ query }: Pick<ReferralsProps, 'query'>) {
  const may = useMay();
  if (!may('agreement.export', query.tenantId)) return null;
  return (
    <>
      {may('payment.read', query.tenantId) && <AccountingExports tenantId={query.tenantId} />}
      <Button variant="default" onClick={() => void exportCsv(agreementListEndpoints.list, { query }, 'Campaigns.csv')}>
        Export CSV
      </Button>
    </>
  );
}
