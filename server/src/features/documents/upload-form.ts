import {
  type AttachmentPurpose,
  attachmentPurpose,
  fileTooLarge,
  largestFileBytes,
} from '@kerb/domain/documents/documents.contract.ts';
import { photoTooLarge } from '@kerb/domain/people/photo.ts';
import { type UploadUse, useOfTransform } from '@kerb/domain/vocabulary/asset-uses.ts';
import { digits } from '@kerb/domain/wire/codecs.ts';
import type { ReceivedFile } from '@kerb/server/platform/files/received-file.ts';
import { receiveForm } from '@kerb/server/platform/http/receive-form.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

const fields = z.strictObject({
  tenantId: digits,
  assetTransform: z.optional(z.string()),
  purpose: z.optional(attachmentPurpose),
});

export type UploadForm = {
  tenantId: number;
  fileName: string;
  file: ReceivedFile;
  use: UploadUse;
  purpose: AttachmentPurpose | undefined;
};

function tooLarge({ assetTransform }: Record<string, unknown>): string {
  const use = useOfTransform(typeof assetTransform === 'string' ? assetTransform : undefined);
  return use === 'portrait' || use === 'photo' ? photoTooLarge : fileTooLarge;
}

/** Reads an upload. The caller deletes its file; if reading fails, it is already deleted. */
export async function readUploadForm(dataDir: string, request: FastifyRequest): Promise<UploadForm> {
  const expected = { part: 'asset', fields, largestBytes: largestFileBytes, tooLarge };
  const { values, fileName, file } = await receiveForm(dataDir, request, expected);
  const { tenantId, assetTransform, purpose } = values;
  return { tenantId, fileName, file, use: useOfTransform(assetTransform), purpose };
}
