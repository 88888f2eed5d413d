import { refusalBeforeSending } from '@kerb/domain/documents/accepted-files.ts';
import type { Asset, AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { SendOptions } from '@kerb/web/features/documents/documents.queries.ts';
import { ApiProblem, sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { createCounter } from '@kerb/web/platform/counter.ts';
import { createStore, type Store } from '@kerb/web/platform/store.ts';

/** 'failed' can be retried; 'refused' would be refused again. */
export type SendingState = 'waiting' | 'sending' | 'failed' | 'refused';

export type SendingFile = {
  key: number;
  file: File;
  purpose: AttachmentPurpose;
  state: SendingState;
  /** The share of bytes sent, from 0 to 1. */
  share: number;
  problem: string | null;
};

type UploadCalls = {
  send: (file: File, options: SendOptions) => Promise<Asset>;
  attach: (asset: Asset, purpose: AttachmentPurpose, signal: AbortSignal) => Promise<unknown>;
};

export type UploadQueue = {
  files: Store<readonly SendingFile[]>;
  /** The latest change in words, for screen readers. */
  news: Store<string>;
  add: (files: readonly File[], purpose: AttachmentPurpose) => void;
  retry: (key: number) => void;
  /** Cancels a file that is uploading, and removes any other. */
  drop: (key: number) => void;
  stop: () => void;
};

/** More at once would only share the bandwidth, and the server inspects two at a time. */
const mostAtOnce = 2;

const mayHelpToRetry = (error: unknown): boolean =>
  !(error instanceof ApiProblem) ||
  ['network', 'unreadable'].includes(error.kind) ||
  error.status >= 500 ||
  [408, 409, 429].includes(error.status);

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const nextKey = createCounter();

function waitingFile(file: File, purpose: AttachmentPurpose): SendingFile {
  const problem = refusalBeforeSending(file);
  return { key: nextKey(), file, purpose, state: problem ? 'refused' : 'waiting', share: 0, problem };
}

type Entries = Pick<UploadQueue, 'files' | 'news'> & {
  change: (key: number, changes: Partial<SendingFile>) => void;
  forget: (key: number) => void;
};

function createEntries(): Entries {
  const files = createStore<readonly SendingFile[]>([]);
  return {
    files,
    news: createStore(''),
    change: (key, changes) => files.set(files.get().map((one) => (one.key === key ? { ...one, ...changes } : one))),
    forget: (key) => files.set(files.get().filter((one) => one.key !== key)),
  };
}

/** Handles one file: upload, then attach. */
function createDelivery({ send, attach }: UploadCalls, { change }: Entries) {
  /** Files that arrived but are not attached yet, so that a retry need not upload them again. */
  const arrived = new Map<number, Asset>();
  return async ({ key, file, purpose }: SendingFile, signal: AbortSignal): Promise<void> => {
    const onProgress = (share: number) => change(key, { share });
    const asset = arrived.get(key) ?? (await send(file, { purpose, signal, onProgress }));
    arrived.set(key, asset);
    change(key, { share: 1 });
    await attach(asset, purpose, signal);
    arrived.delete(key);
  };
}

/** Uploads files independently: the outcome of one does not affect the others. */
export function createUploadQueue(calls: UploadCalls): UploadQueue {
  const entries = createEntries();
  const { files, news, change, forget } = entries;
  const deliver = createDelivery(calls, entries);
  const running = new Map<number, AbortController>();

  async function run(one: SendingFile): Promise<void> {
    const { key, file } = one;
    const controller = new AbortController();
    running.set(key, controller);
    change(key, { state: 'sending', problem: null });
    news.set(`Uploading ${file.name}`);
    try {
      await deliver(one, controller.signal);
      news.set(`${file.name} has been uploaded`);
      forget(key);
    } catch (error) {
      if (isAbort(error)) return;
      const problem = sentenceFor(error);
      change(key, { state: mayHelpToRetry(error) ? 'failed' : 'refused', problem });
      news.set(`${file.name} could not be uploaded. ${problem}`);
    } finally {
      running.delete(key);
      next();
    }
  }

  function next(): void {
    const waiting = files.get().filter(({ state }) => state === 'waiting');
    for (const one of waiting.slice(0, Math.max(0, mostAtOnce - running.size))) void run(one);
  }

  return {
    files,
    news,
    add: (chosen, purpose) => {
      const added = chosen.map((file) => waitingFile(file, purpose));
      files.set([...files.get(), ...added]);
      const refused = added.filter(({ problem }) => problem);
      if (refused.length > 0) news.set(refused.map(({ file, problem }) => `${file.name}: ${problem}`).join(' '));
      next();
    },
    retry: (key) => {
      change(key, { state: 'waiting', share: 0, problem: null });
      next();
    },
    drop: (key) => {
      const name = files.get().find((one) => one.key === key)?.file.name;
      if (running.has(key)) news.set(`The upload of ${name} has been cancelled`);
      forget(key);
      running.get(key)?.abort();
    },
    stop: () => {
      files.set([]);
      for (const controller of running.values()) controller.abort();
    },
  };
}
