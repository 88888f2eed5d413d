import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { sendFile, useDocumentChanges } from '@kerb/web/features/documents/documents.queries.ts';
import { createUploadQueue, type UploadQueue } from '@kerb/web/features/documents/upload-queue.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import { useUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { useEffect, useRef, useState } from 'react';

/** The queue of one group of documents, while the group is mounted. */
export function useUploadQueue({ id, tenant }: Agreement): UploadQueue {
  const { attach } = useDocumentChanges(id);
  const latest = useRef({ attach, tenant });
  latest.current = { attach, tenant };
  const [queue] = useState(() =>
    createUploadQueue({
      send: (file, options) => sendFile(latest.current.tenant, file, options),
      attach: (asset, purpose, signal) => latest.current.attach(asset.id, purpose, signal),
    }),
  );
  const files = useStore(queue.files);
  // Leaving the page would abort the uploads.
  useUnsavedChanges(files.some(({ state }) => state === 'waiting' || state === 'sending'));
  useEffect(() => queue.stop, [queue]);
  return queue;
}
