import { parentPort } from 'node:worker_threads';
import { drawDocument } from '@kerb/server/platform/pdf/draw-document.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';

export type Order = { id: number; document: PdfDocument };
export type Drawn = { id: number; bytes: Uint8Array } | { id: number; failure: Error };

const port = parentPort;
port?.on('message', ({ id, document }: Order) => {
  const answer = (drawn: Drawn) => port.postMessage(drawn);
  Promise.try(drawDocument, document).then(
    (bytes) => answer({ id, bytes }),
    (error) => answer({ id, failure: error instanceof Error ? error : new Error(String(error)) }),
  );
});
