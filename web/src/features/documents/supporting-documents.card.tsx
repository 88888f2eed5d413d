import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { maySeeDocuments } from '@kerb/domain/documents/document-rights.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { DocumentGroup, noDocuments } from '@kerb/web/features/documents/document-group.tsx';

type SupportingDocumentsProps = { agreement: Agreement; standing: Standing };

/** Documents between admins and payers; an organisation's team does not see them. */
export function SupportingDocumentsCard({ agreement, standing }: SupportingDocumentsProps) {
  if (!maySeeDocuments('supporting-doc', standing)) return null;
  const title = 'Supporting Documents (visible to payers)';
  return (
    <Surface title={title}>
      <DocumentGroup
        agreement={agreement}
        standing={standing}
        purpose="supporting-doc"
        label={title}
        emptyText={noDocuments}
      />
    </Surface>
  );
}
