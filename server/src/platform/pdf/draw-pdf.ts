import { Worker } from 'node:worker_threads';
import type { Drawn, Order } from '@kerb/server/platform/pdf/draw-worker.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';

/** A document that could not be rendered. The caller reports it with its own message. */
export class DrawingFailure extends Error {}

type Waiting = { resolve: (bytes: Buffer) => void; reject: (failure: DrawingFailure) => void; timer: NodeJS.Timeout };
type Renderer = { worker: Worker; waiting: Map<number, Waiting> };

const longestMs = 20_000;
let current: Renderer | null = null;
let lastId = 0;

function stopRenderer(renderer: Renderer, reason: string, cause?: unknown): void {
  if (current === renderer) current = null;
  for (const { reject, timer } of renderer.waiting.values()) {
    clearTimeout(timer);
    reject(new DrawingFailure(reason, { cause }));
  }
  renderer.waiting.clear();
  void renderer.worker.terminate();
}

function startRenderer(): Renderer {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url));
  const renderer: Renderer = { worker, waiting: new Map() };
  worker.on('message', (drawn: Drawn) => {
    const asked = renderer.waiting.get(drawn.id);
    if (!asked) return;
    renderer.waiting.delete(drawn.id);
    clearTimeout(asked.timer);
    if (renderer.waiting.size === 0) worker.unref();
    if ('bytes' in drawn) asked.resolve(Buffer.from(drawn.bytes));
    else asked.reject(new DrawingFailure('A document could not be rendered.', { cause: drawn.failure }));
  });
  worker.on('error', (error) => stopRenderer(renderer, 'The rendering thread has failed.', error));
  worker.on('exit', () => stopRenderer(renderer, 'The rendering thread has ended.'));
  return renderer;
}

/** Renders a document in a worker thread, so that the server can answer other requests meanwhile. */
export function drawPdf(document: PdfDocument): Promise<Buffer> {
  current ??= startRenderer();
  const renderer = current;
  lastId += 1;
  const order: Order = { id: lastId, document };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => stopRenderer(renderer, 'Rendering took too long.'), longestMs);
    renderer.waiting.set(order.id, { resolve, reject, timer });
    // An idle worker does not keep the process alive.
    renderer.worker.ref();
    renderer.worker.postMessage(order);
  });
}
