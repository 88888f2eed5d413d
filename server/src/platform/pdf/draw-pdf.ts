import { Worker } from 'node:worker_threads';
import type { Drawn, Order } from '@kerb/server/platform/pdf/draw-worker.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';

/** A document that could not be rendered. The caller reports it with its own message. */
export class DrawingFailure extends Error {}

type Waiting = { resolve: (bytes: Buffer) => void; reject: (failure: DrawingFailure) => void; timer: NodeJS.Timeout };
type Draughtsman = { worker: Worker; waiting: Map<number, Waiting> };

const longestMs = 20_000;
let current: Draughtsman | null = null;
let lastId = 0;

function dismiss(draughtsman: Draughtsman, reason: string, cause?: unknown): void {
  if (current === draughtsman) current = null;
  for (const { reject, timer } of draughtsman.waiting.values()) {
    clearTimeout(timer);
    reject(new DrawingFailure(reason, { cause }));
  }
  draughtsman.waiting.clear();
  void draughtsman.worker.terminate();
}

function engage(): Draughtsman {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url));
  const draughtsman: Draughtsman = { worker, waiting: new Map() };
  worker.on('message', (drawn: Drawn) => {
    const asked = draughtsman.waiting.get(drawn.id);
    if (!asked) return;
    draughtsman.waiting.delete(drawn.id);
    clearTimeout(asked.timer);
    if (draughtsman.waiting.size === 0) worker.unref();
    if ('bytes' in drawn) asked.resolve(Buffer.from(drawn.bytes));
    else asked.reject(new DrawingFailure('A document could not be drawn.', { cause: drawn.failure }));
  });
  worker.on('error', (error) => dismiss(draughtsman, 'The thread that draws documents has failed.', error));
  worker.on('exit', () => dismiss(draughtsman, 'The thread that draws documents has ended.'));
  return draughtsman;
}

/** Renders a document in a worker thread, so that the server can answer other requests meanwhile. */
export function drawPdf(document: PdfDocument): Promise<Buffer> {
  current ??= engage();
  const draughtsman = current;
  lastId += 1;
  const order: Order = { id: lastId, document };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => dismiss(draughtsman, 'Drawing took too long.'), longestMs);
    draughtsman.waiting.set(order.id, { resolve, reject, timer });
    // An idle worker does not keep the process alive.
    draughtsman.worker.ref();
    draughtsman.worker.postMessage(order);
  });
}
