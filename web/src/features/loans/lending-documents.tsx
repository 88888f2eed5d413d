import type { Standing } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { DocumentGroup } from '@kerb/web/features/documents/document-group.tsx';
import { AgreementDownload } from '@kerb/web/features/loans/agreement-download.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { Stack } from '@mantine/core';

type LendingDocumentsProps = { agreement: Agreement; standing: Standing; title: string };

/** The agreement as a download, and the documents attached to it. */
export function LendingDocuments({ agreement, standing, title }: LendingDocumentsProps) {
  const mayDownload = permissions['loan.agreement'][standing] !== 'none';
  return (
    <div data-fixes="lendingDocuments" tabIndex={-1}>
      <h3 className={classes.heading}>{title}</h3>
      <Stack gap="sm">
        {mayDownload && <AgreementDownload agreement={agreement} />}
        <DocumentGroup
          agreement={agreement}
          standing={standing}
          purpose="lending-agreement"
          label={title}
          emptyText={`No ${mayDownload ? 'other ' : ''}documents have been added yet.`}
        />
      </Stack>
    </div>
  );
}
