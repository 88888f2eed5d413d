import { parentPort } from 'node:worker_threads';
import { drawDocument } from '@kerb/server/platform/pdf/draw-document.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';

export type Rendered = { bytes: Uint8Array } | { failure: Error };

const port = parentPort;
port?.on('message', (document: PdfDocument) => {
  const answer = (rendered: Rendered) => port.postMessage(rendered);
  Promise.try(drawDocument, document).then(
    (bytes) => answer({ bytes }),
    (error) => answer({ failure: error instanceof Error ? error : new Error(String(error)) }),
  );
});
