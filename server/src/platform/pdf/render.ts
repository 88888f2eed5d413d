import { Worker } from 'node:worker_threads';
import type { Rendered } from '@kerb/server/platform/pdf/draw-worker.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';

/** A document that could not be rendered. The caller reports it with its own message. */
export class DrawingFailure extends Error {}

type Task = { resolve: (bytes: Buffer) => void; reject: (failure: DrawingFailure) => void };
type Renderer = { worker: Worker; task: Task | null };

const mostIdle = 2;
const renderers = new Set<Renderer>();
const idle = () => renderers.values().filter(({ task }) => task === null);

/** Ends a thread. Only the document that it was rendering fails. */
function stopRenderer(renderer: Renderer, reason: string, cause?: unknown): void {
  renderers.delete(renderer);
  renderer.task?.reject(new DrawingFailure(reason, { cause }));
  renderer.task = null;
  void renderer.worker.terminate();
}

function finish(renderer: Renderer, rendered: Rendered): void {
  const { task, worker } = renderer;
  renderer.task = null;
  // An idle thread does not keep the process alive.
  worker.unref();
  if ('bytes' in rendered) task?.resolve(Buffer.from(rendered.bytes));
  else task?.reject(new DrawingFailure('A document could not be rendered.', { cause: rendered.failure }));
  if (idle().toArray().length > mostIdle) stopRenderer(renderer, 'There are enough idle threads.');
}

const isRendered = (message: object): message is Rendered => 'bytes' in message || 'failure' in message;

function startRenderer(): Renderer {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url));
  const renderer: Renderer = { worker, task: null };
  // In watch mode Node itself posts messages from the thread: they name the files that it loads.
  worker.on('message', (message: object) => isRendered(message) && finish(renderer, message));
  worker.on('error', (error) => stopRenderer(renderer, 'The rendering thread has failed.', error));
  worker.on('exit', () => stopRenderer(renderer, 'The rendering thread has ended.'));
  renderers.add(renderer);
  return renderer;
}

function renderOn(renderer: Renderer, document: PdfDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  renderer.task = { resolve, reject };
  renderer.worker.ref();
  renderer.worker.postMessage(document);
  return promise;
}

/** Starts the threads that are missing and renders the document once in each, so that nobody waits for their start. */
export async function warmUp(document: PdfDocument): Promise<void> {
  const missing = Array.from({ length: Math.max(0, mostIdle - renderers.size) }, startRenderer);
  await Promise.all(missing.map((renderer) => renderOn(renderer, document)));
}

/**
 * Renders a document in a worker thread, so that the server can answer other requests meanwhile. A thread renders one
 * document at a time. If `signal` aborts, the thread is ended.
 */
export async function render(document: PdfDocument, signal: AbortSignal): Promise<Buffer> {
  const [free] = idle();
  const renderer = free ?? startRenderer();
  const onAbort = () => stopRenderer(renderer, 'Rendering took too long.');
  signal.addEventListener('abort', onAbort);
  try {
    return await renderOn(renderer, document);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
