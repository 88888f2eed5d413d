import { Readable } from 'node:stream';
import { isPayer } from '@kerb/domain/access/actor.ts';
import { extensionOf } from '@kerb/domain/documents/accepted-files.ts';
import type { UploadUse } from '@kerb/domain/vocabulary/asset-uses.ts';
import type { DemoFile } from '@kerb/server/demo/demo-steps.ts';
import { aPdf, aPicture } from '@kerb/server/demo/make-file.ts';
import { examineFile } from '@kerb/server/features/documents/examine-file.ts';
import { recordAsset, storeBytes } from '@kerb/server/features/documents/keep-asset.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { receiveFile } from '@kerb/server/platform/files/received-file.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import { theProduct } from '@kerb/server/platform/queues/fair-queue.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type NamedFile = Pick<DemoFile, 'fileName' | 'lines'> & { draw?: () => Promise<Buffer>; use?: UploadUse };

export type DemoFiling = {
  /** Stores a file like an upload and returns its asset's id. */
  keep: (work: Work, tenantId: number, file: NamedFile) => Promise<number>;
  /** The file store has no transactions, so the bytes of a failed load are deleted. */
  undo: () => Promise<void>;
};

const bytesOf = ({ fileName, lines, draw = aPicture }: NamedFile) =>
  extensionOf(fileName) === 'pdf' ? aPdf(lines) : draw();

export function demoFiling(deps: Pick<Deps, 'config' | 'fileStore' | 'scanner' | 'log'>): DemoFiling {
  const { fileStore } = deps;
  const { dataDir } = deps.config;
  const storageKeys: string[] = [];
  return {
    keep: async (work, tenantId, file) => {
      const { fileName, use = 'document' } = file;
      const received = await receiveFile(dataDir, Readable.from([await bytesOf(file)]));
      const examined = await examineFile(deps, theProduct, { fileName, file: received, use });
      try {
        const storageKey = await storeBytes(fileStore, examined);
        storageKeys.push(storageKey);
        const uploadedAsPayer = work.actor !== null && isPayer(work.actor.role);
        return (await recordAsset(work, { ...examined, tenantId, storageKey, use, uploadedAsPayer })).id;
      } finally {
        await received.discard();
        await examined.file.discard();
      }
    },
    undo: async () => {
      for (const storageKey of storageKeys.splice(0)) await removeStored(deps, storageKey);
    },
  };
}
