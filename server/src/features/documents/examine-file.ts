import { extensionOf, type FileKind } from '@kerb/domain/documents/accepted-files.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import type { UploadUse } from '@kerb/domain/vocabulary/asset-uses.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { fileKinds, inspected, kindOf, redrawnPicture } from '@kerb/server/platform/files/file-kind.ts';
import { cleanFileName } from '@kerb/server/platform/files/file-name.ts';
import type { ReceivedFile } from '@kerb/server/platform/files/received-file.ts';
import { RefusedFile, refusedFor } from '@kerb/server/platform/files/refused-file.ts';
import { ScannerUnavailable } from '@kerb/server/platform/ports/file-scanner.ts';
import { invalid, Problem, recorded } from '@kerb/server/platform/problems/problem.ts';
import type { QueueOwner } from '@kerb/server/platform/queues/fair-queue.ts';
import { lanes } from '@kerb/server/platform/queues/lanes.ts';

/** A file that passed the checks and may be stored. */
export type ExaminedFile = {
  fileName: string;
  contentType: string;
  file: ReceivedFile;
  scanState: 'clean' | 'not-scanned';
};

type Examining = Pick<Deps, 'config' | 'scanner' | 'log'>;
type Incoming = { fileName: string; file: ReceivedFile; use: UploadUse };

const scannerAway = () =>
  new Problem(503, 'scanner-unavailable', 'Files cannot be checked at the moment. Please try again in a few minutes.', {
    retryAfterSeconds: 60,
  });
const noScanner = () =>
  new Problem(503, 'no-scanner', 'Files cannot be uploaded, because no virus scanner is set up here.');

/** Without a verdict nothing is stored. */
async function scanned({ config, scanner, log }: Examining, file: ReceivedFile, signal: AbortSignal) {
  if (scanner === null) {
    if (config.fileScanning.isRequired) throw noScanner();
    return 'not-scanned' as const;
  }
  const verdict = await scanner.scan(file.read(), signal).catch((error: unknown) => {
    if (!(error instanceof ScannerUnavailable)) throw error;
    log.error({ err: error }, 'the virus scanner is not available');
    throw scannerAway();
  });
  if (verdict.state === 'infected') {
    log.warn({ signature: verdict.name }, 'a harmful file was refused');
    throw refusedFor('infected');
  }
  return 'clean' as const;
}

// biome-ignore format: a table
const redrawnAs = {
  portrait: { fileName: 'photo.jpg', contentType: 'image/jpeg' },
  logo:     { fileName: 'logo.png',  contentType: 'image/png' },
  photo:    { fileName: 'photo.webp', contentType: 'image/webp' },
} as const;

async function contentOf(dataDir: string, { fileName, file, use }: Incoming, kind: FileKind, signal: AbortSignal) {
  if (use !== 'document') return { ...redrawnAs[use], file: await redrawnPicture(dataDir, use, kind, file) };
  const { extensions, contentType } = fileKinds[kind];
  const name = extensionOf(fileName) === '' ? `${fileName}.${extensions[0]}` : fileName;
  return { fileName: name, contentType, file: await inspected(dataDir, kind, file, signal) };
}

/** Recognises, scans and inspects a file, in the turn of its owner. Returns what to store. */
export async function examineFile(deps: Examining, owner: QueueOwner, incoming: Incoming): Promise<ExaminedFile> {
  const fileName = cleanFileName(incoming.fileName);
  try {
    const kind = await kindOf(fileName, incoming.file.sample);
    return await lanes.inspection.run(owner, async (signal) => {
      const scanState = await scanned(deps, incoming.file, signal);
      return { ...(await contentOf(deps.config.dataDir, { ...incoming, fileName }, kind, signal)), scanState };
    });
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    throw recorded(invalid(fieldError('asset', 'notValid', error.message), error.message), 'file-refused');
  }
}
