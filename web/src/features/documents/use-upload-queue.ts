import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { sendFile, useDocumentChanges } from '@kerb/web/features/documents/documents.queries.ts';
import { createUploadQueue, type UploadQueue } from '@kerb/web/features/documents/upload-queue.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { useUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { useEffect, useRef, useState } from 'react';

/** The queue of one group of documents, while the group is mounted; all about one payer if `signatory` is given. */
export function useUploadQueue({ id, tenant }: Agreement, signatory?: number): UploadQueue {
  const { attach } = useDocumentChanges(id);
  const latest = useRef({ attach, tenant, signatory });
  latest.current = { attach, tenant, signatory };
  const [queue] = useState(() =>
    createUploadQueue({
      send: (file, options) => sendFile(latest.current.tenant, file, options),
      attach: (asset, purpose, signal) =>
        latest.current.attach({ asset: asset.id, purpose, signatory: latest.current.signatory, signal }),
    }),
  );
  const files = useStore(queue.files);
  // Leaving the page would abort the uploads.
  useUnsavedChanges(files.some(({ state }) => state === 'waiting' || state === 'sending'));
  useEffect(() => queue.stop, [queue]);
  return queue;
}
