import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { mayAddDocuments, mayRefile, removalOf } from '@kerb/domain/documents/document-rights.ts';
import type { Attachment, AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { DocumentLine } from '@kerb/web/features/documents/document-line.tsx';
import classes from '@kerb/web/features/documents/documents.module.css';
import { documentQueries, useDocumentChanges } from '@kerb/web/features/documents/documents.queries.ts';
import { FileDrop } from '@kerb/web/features/documents/file-drop.tsx';
import { SendingFiles } from '@kerb/web/features/documents/sending-files.tsx';
import { useUploadQueue } from '@kerb/web/features/documents/use-upload-queue.ts';
import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';

const DocumentPreview = lazyComponent(
  async () => (await import('@kerb/web/features/documents/document-preview.dialog.tsx')).DocumentPreview,
);

/** A second purpose that files of a group may have, and its texts. */
export type OtherPurpose = {
  purpose: AttachmentPurpose;
  /** Shown on a file with this purpose, and on the choice of it. */
  badge: string;
  give: string;
  takeBack: string;
};

export const noDocuments = 'No documents have been added yet.';

export type DocumentGroupProps = {
  agreement: Agreement;
  standing: Standing;
  purpose: AttachmentPurpose;
  other?: OtherPurpose;
  /** Only the documents about this payer; new ones are filed about them. Null: about nobody, to which none is added. */
  about?: number | null | undefined;
  /** The accessible name of the group and its buttons. */
  label: string;
  emptyText?: string;
  /** A notice above the files, which depends on them. */
  notice?: (documents: readonly Attachment[]) => ReactNode;
};

/**
 * The documents of one purpose, or of two that differ in who sees them: the list, and the actions that the reader may
 * take.
 */
export function DocumentGroup(props: DocumentGroupProps) {
  const { agreement, standing, purpose, other, about, label, notice } = props;
  const { data, error, refetch } = useQuery(documentQueries.of(agreement.id));
  const box = useRef<HTMLDivElement>(null);
  const found = data?.filter(
    (one) =>
      (one.purpose === purpose || one.purpose === other?.purpose) && (about === undefined || one.signatory === about),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form, and this is not one
    <div role="group" aria-label={label} className={classes.group} tabIndex={-1} ref={box}>
      <Loaded data={found} error={error} onRetry={() => void refetch()} lines={2}>
        {(documents) => (
          <>
            {notice?.(documents)}
            <DocumentList {...props} documents={documents} onGone={() => box.current?.focus()} />
          </>
        )}
      </Loaded>
      {about !== null && mayAddDocuments(purpose, standing) && <AddDocuments {...props} />}
    </div>
  );
}

type DocumentListProps = DocumentGroupProps & { documents: readonly Attachment[]; onGone: () => void };

function DocumentList({ agreement, standing, purpose, other, documents, emptyText, onGone }: DocumentListProps) {
  const [shown, setShown] = useState<Attachment | null>(null);
  const { remove, refile } = useDocumentActions(agreement.id, onGone);
  const refilingOf = (document: Attachment) => {
    if (!other) return undefined;
    const isOther = document.purpose === other.purpose;
    const to = isOther ? purpose : other.purpose;
    if (!mayRefile(document.purpose, to, standing, agreement)) return undefined;
    return { label: isOther ? other.takeBack : other.give, onClick: () => void refile(document, to) };
  };
  if (documents.length === 0) {
    return emptyText === undefined ? null : (
      <Text size="sm" c="dimmed">
        {emptyText}
      </Text>
    );
  }
  return (
    <>
      <ul className={classes.files} aria-label="Files">
        {documents.map((document) => (
          <DocumentLine
            key={document.id}
            document={document}
            badge={
              document.purpose === other?.purpose && mayAddDocuments(other.purpose, standing) ? other.badge : undefined
            }
            onPreview={() => setShown(document)}
            onRemove={
              removalOf(document.purpose, standing, agreement) === 'open' ? () => void remove(document) : undefined
            }
            refile={refilingOf(document)}
          />
        ))}
      </ul>
      {shown && (
        <Suspense>
          <DocumentPreview asset={shown.asset} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}

function useDocumentActions(agreementId: number, onGone: () => void) {
  const changes = useDocumentChanges(agreementId);
  const remove = async ({ id, asset }: Attachment) => {
    const isSure = await confirm({
      title: asset.fileName,
      text: 'Permanently delete this file?',
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    try {
      await withProgress('Deleting...', () => changes.remove(id));
      toast.success('Deleted');
      onGone();
    } catch (problem) {
      toast.error(problem);
    }
  };
  const refile = async ({ id }: Attachment, to: AttachmentPurpose) => {
    try {
      await withProgress(savingText, () => changes.refile(id, to));
      toast.success('Saved');
    } catch (problem) {
      toast.error(problem);
    }
  };
  return { remove, refile };
}

function AddDocuments({ agreement, purpose, other, about, label }: DocumentGroupProps) {
  const queue = useUploadQueue(agreement, about ?? undefined);
  const [isOther, setOther] = useState(false);
  return (
    <>
      <SendingFiles queue={queue} />
      {other && (
        <Checkbox
          className="kerb-no-print"
          label={`New files: ${other.badge.toLowerCase()}`}
          checked={isOther}
          onChange={({ currentTarget }) => setOther(currentTarget.checked)}
        />
      )}
      <FileDrop label={label} onFiles={(files) => queue.add(files, other && isOther ? other.purpose : purpose)} />
    </>
  );
}
