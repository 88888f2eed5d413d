import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import classes from '@kerb/web/features/loans/finance.module.css';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';

/** Downloads the agreement as a document, with the current figures or as it was signed. */
export function AgreementDownload({ agreement: { id } }: { agreement: Agreement }) {
  const [hasFailed, setFailed] = useState(false);
  const fetchIt = async () => {
    setFailed(false);
    try {
      const nameOf = (given: string | null) => given ?? `Loan-Agreement_${id}.pdf`;
      await saveDownload(loanEndpoints.downloadAgreement, { params: { id } }, { nameOf });
    } catch (problem) {
      console.error(problem);
      setFailed(true);
    }
  };
  return (
    <>
      {hasFailed && (
        <div role="alert" className={classes.failed}>
          <strong>Unable to generate Loan Agreement</strong>
          <p>An error occurred.</p>
        </div>
      )}
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => void fetchIt()}
      >
        Download Loan Agreement
      </Button>
    </>
  );
}
