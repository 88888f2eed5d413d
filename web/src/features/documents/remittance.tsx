import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { mayAddDocuments } from '@kerb/domain/documents/document-rights.ts';
import { DocumentGroup } from '@kerb/web/features/documents/document-group.tsx';
import { documentQueries } from '@kerb/web/features/documents/documents.queries.ts';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

const isByTransfer = ({ campaignBudgetUpfrontPaymentMethodIntent: intent }: Agreement) => intent === 'bank-transfer';

/**
 * The remittance of a bank transfer (purpose upfront-payment-receipt), placed in the marketing card below its
 * documents: `<Remittance agreement={agreement} standing={standing} />`. Admins add and remove it; everyone else sees
 * it once it exists. It has its own heading, and is absent if the payer pays in another way.
 */
export function Remittance({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
  const { data: documents } = useQuery({ ...documentQueries.of(agreement.id), enabled: isByTransfer(agreement) });
  const isThere = documents?.some(({ purpose }) => purpose === 'upfront-payment-receipt');
  if (!isByTransfer(agreement) || !(isThere || mayAddDocuments('upfront-payment-receipt', standing))) return null;
  return (
    <div>
      <Title order={3} mb="xs">
        Remittance
      </Title>
      <DocumentGroup
        agreement={agreement}
        standing={standing}
        purpose="upfront-payment-receipt"
        label="Remittance"
        emptyText="No remittance has been added yet."
      />
    </div>
  );
}
