import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { maySeeDocuments } from '@kerb/domain/documents/document-rights.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { DocumentGroup, noDocuments } from '@kerb/web/features/documents/document-group.tsx';
import { documentQueries } from '@kerb/web/features/documents/documents.queries.ts';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type InternalDocumentsProps = { agreement: Agreement; standing: Standing };

/** Documents that only admins see. */
export function InternalDocumentsCard({ agreement, standing }: InternalDocumentsProps) {
  if (!maySeeDocuments('internal-doc', standing)) return null;
  return (
    <Surface title="Internal Documents">
      <DocumentGroup
        agreement={agreement}
        standing={standing}
        purpose="internal-doc"
        label="Internal Documents"
        emptyText={noDocuments}
      />
      <FormerPayers agreement={agreement} standing={standing} />
    </Surface>
  );
}

/** Identity documents of payers who were removed. The others are on each payer's details. */
function FormerPayers({ agreement, standing }: InternalDocumentsProps) {
  const { data: documents = [] } = useQuery(documentQueries.of(agreement.id));
  const title = 'Proof of identity of former payers';
  if (!documents.some(({ purpose, signatory }) => purpose === 'vendor-id' && signatory === null)) return null;
  return (
    <>
      <Title order={3} size="h5" mt="lg" mb="xs">
        {title}
      </Title>
      <DocumentGroup agreement={agreement} standing={standing} purpose="vendor-id" about={null} label={title} />
    </>
  );
}
