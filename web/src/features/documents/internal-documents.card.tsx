import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { maySeeDocuments } from '@kerb/domain/documents/document-rights.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { DocumentGroup, noDocuments } from '@kerb/web/features/documents/document-group.tsx';

/** Documents that only admins see. */
export function InternalDocumentsCard({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
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
    </Surface>
  );
}
