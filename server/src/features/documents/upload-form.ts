import { fileRefusals } from '@kerb/domain/documents/accepted-files.ts';
import {
  type AttachmentPurpose,
  attachmentPurpose,
  fileTooLarge,
  largestFileBytes,
} from '@kerb/domain/documents/documents.contract.ts';
import { type FieldErrors, fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { photoTooLarge } from '@kerb/domain/people/photo.ts';
import { type UploadUse, useOfTransform } from '@kerb/domain/vocabulary/asset-uses.ts';
import { digits } from '@kerb/domain/wire/codecs.ts';
import { type ReceivedFile, receiveFile } from '@kerb/server/platform/files/received-file.ts';
import { parse } from '@kerb/server/platform/http/parse.ts';
import { invalid, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

const tooLarge = (words: string) => new Problem(413, 'too-large', words);
/** The size limit of the form without its file. */
const formBytes = 65_536;
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
type Parts = { values: Record<string, unknown>; fileName: string; file: ReceivedFile | null };

/** Reads the parts in any order. Streams the file to disk. */
async function readParts(dataDir: string, request: FastifyRequest, parts: Parts): Promise<void> {
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      parts.values[part.fieldname] = part.value;
      continue;
    }
    if (part.fieldname !== 'asset') throw invalid(fieldError(part.fieldname, 'unrecognized', fieldWords.unknownField));
    parts.fileName = part.filename;
    parts.file = await receiveFile(dataDir, part.file);
    if (part.file.truncated) {
      const { assetTransform } = parts.values;
      const use = useOfTransform(typeof assetTransform === 'string' ? assetTransform : undefined);
      throw tooLarge(use === 'portrait' || use === 'photo' ? photoTooLarge : fileTooLarge);
    }
  }
}

function missing(file: ReceivedFile | null): FieldErrors | null {
  if (file === null) return fieldError('asset', 'missing', fieldWords.required);
  return file.size === 0 ? fieldError('asset', 'isEmpty', fileRefusals.empty) : null;
}

/** The form parser throws plain errors; errors of the disk and the connection have a code. */
const isCutOff = (error: unknown) =>
  error instanceof Error && error.constructor === Error && (error as NodeJS.ErrnoException).code === undefined;

/** Reads an upload. The caller deletes its file; if reading fails, it is already deleted. */
export async function readUploadForm(dataDir: string, request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw invalid(fieldError('asset', 'missing', fieldWords.required));
  // Refuse a declared size that is too large before the body is read.
  if (Number(request.headers['content-length']) > largestFileBytes + formBytes) throw tooLarge(fileTooLarge);
  const parts: Parts = { values: {}, fileName: '', file: null };
  try {
    await readParts(dataDir, request, parts);
    const { tenantId, assetTransform, purpose } = parse(fields, parts.values);
    const errors = missing(parts.file);
    if (errors) throw invalid(errors);
    const file = must(parts.file, 'file of the upload');
    return { tenantId, fileName: parts.fileName, file, use: useOfTransform(assetTransform), purpose };
  } catch (error) {
    await parts.file?.discard();
    if (!isCutOff(error)) throw error;
    throw new Problem(400, 'invalid', 'The upload was cut off. Please try again.', { cause: error });
  }
}
