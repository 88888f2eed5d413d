import { Readable } from 'node:stream';
import { isPayer } from '@kerb/domain/access/actor.ts';
import { extensionOf } from '@kerb/domain/documents/accepted-files.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { UploadUse } from '@kerb/domain/vocabulary/asset-uses.ts';
import type { DemoFile } from '@kerb/server/demo/demo-steps.ts';
import { aPdf, aPicture } from '@kerb/server/demo/make-file.ts';
import { type ExaminedFile, examineFile } from '@kerb/server/features/documents/examine-file.ts';
import { recordAsset, storeBytes } from '@kerb/server/features/documents/keep-asset.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type ReceivedFile, receiveFile, wholeOf } from '@kerb/server/platform/files/received-file.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import { theProduct } from '@kerb/server/platform/queues/fair-queue.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type NamedFile = Pick<DemoFile, 'fileName' | 'lines'> & {
  draw?: () => Promise<Buffer>;
  use?: UploadUse;
  /** The name of a drawing that several files have: it is drawn and examined for the first of them only. */
  drawnOnce?: string;
};

export type DemoFiling = {
  /** Stores a file like an upload and returns its asset's id. */
  keep: (work: Work, tenantId: number, file: NamedFile) => Promise<number>;
  /** The file store has no transactions, so the bytes of a failed load are deleted. */
  undo: () => Promise<void>;
};

const bytesOf = ({ fileName, lines, draw = aPicture }: NamedFile) =>
  extensionOf(fileName) === 'pdf' ? aPdf(lines) : draw();

type Examining = Pick<Deps, 'config' | 'scanner' | 'log'>;
type Known = Omit<ExaminedFile, 'file'> & { content: Buffer };

/** Examines files as an upload does. Remembers what became of a drawing. */
function examiner(deps: Examining) {
  const { dataDir } = deps.config;
  const known = new Map<string, Known>();
  const receive = (bytes: Buffer): Promise<ReceivedFile> => receiveFile(dataDir, Readable.from([bytes]));
  const examine = async (file: NamedFile): Promise<ExaminedFile> => {
    const { fileName, use = 'document' } = file;
    const received = await receive(await bytesOf(file));
    const examined = await examineFile(deps, theProduct, { fileName, file: received, use });
    // A document is stored as it came, a picture is not.
    if (examined.file !== received) await received.discard();
    return examined;
  };
  return async (file: NamedFile): Promise<ExaminedFile> => {
    if (file.drawnOnce === undefined) return examine(file);
    if (!known.has(file.drawnOnce)) {
      const { file: drawn, ...facts } = await examine(file);
      known.set(file.drawnOnce, { ...facts, content: await wholeOf(drawn) });
      await drawn.discard();
    }
    const { content, ...facts } = must(known.get(file.drawnOnce), file.drawnOnce);
    return { ...facts, file: await receive(content) };
  };
}

export function demoFiling(deps: Pick<Deps, 'config' | 'fileStore' | 'scanner' | 'log'>): DemoFiling {
  const { fileStore } = deps;
  const examine = examiner(deps);
  const storageKeys: string[] = [];
  return {
    keep: async (work, tenantId, file) => {
      const { use = 'document' } = file;
      const examined = await examine(file);
      try {
        const storageKey = await storeBytes(fileStore, examined);
        storageKeys.push(storageKey);
        const uploadedAsPayer = work.actor !== null && isPayer(work.actor.role);
        return (await recordAsset(work, { ...examined, tenantId, storageKey, use, uploadedAsPayer })).id;
      } finally {
        await examined.file.discard();
      }
    },
    undo: async () => {
      for (const storageKey of storageKeys.splice(0)) await removeStored(deps, storageKey);
    },
  };
}
