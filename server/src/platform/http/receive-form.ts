import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { type ReceivedFile, receiveFile } from '@kerb/server/platform/files/received-file.ts';
import { parse } from '@kerb/server/platform/http/parse.ts';
import { invalid, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

/** The size limit of the form without its file. */
const formBytes = 65_536;

/** A form with one file. */
export type ExpectedForm<Fields extends z.ZodMiniObject> = {
  /** The part that has the file. */
  part: string;
  fields: Fields;
  largestBytes: number;
  /** By the fields that came before the file. */
  tooLarge: (values: Record<string, unknown>) => string;
};
export type ReceivedForm<Fields extends z.ZodMiniObject> = {
  values: z.output<Fields>;
  fileName: string;
  file: ReceivedFile;
};
type Parts = { values: Record<string, unknown>; fileName: string; file: ReceivedFile | null };
type AnyForm = ExpectedForm<z.ZodMiniObject>;

const tooLarge = (words: string) => new Problem(413, 'too-large', words);

/** Reads the parts in any order. Streams the file to disk. */
async function readParts(dataDir: string, request: FastifyRequest, expected: AnyForm, parts: Parts): Promise<void> {
  for await (const part of request.parts({ limits: { fileSize: expected.largestBytes } })) {
    if (part.type === 'field') {
      parts.values[part.fieldname] = part.value;
      continue;
    }
    if (part.fieldname !== expected.part) {
      throw invalid(fieldError(part.fieldname, 'unrecognized', fieldWords.unknownField));
    }
    parts.fileName = part.filename;
    parts.file = await receiveFile(dataDir, part.file);
    if (part.file.truncated) throw tooLarge(expected.tooLarge(parts.values));
  }
}

/** The form parser throws plain errors; errors of the disk and the connection have a code. */
const isCutOff = (error: unknown) =>
  error instanceof Error && error.constructor === Error && (error as NodeJS.ErrnoException).code === undefined;

/** Receives a form with a file. The caller deletes the file; if reading fails, it is already deleted. */
export async function receiveForm<Fields extends z.ZodMiniObject>(
  dataDir: string,
  request: FastifyRequest,
  expected: ExpectedForm<Fields>,
): Promise<ReceivedForm<Fields>> {
  const { part, fields, largestBytes } = expected;
  if (!request.isMultipart()) throw invalid(fieldError(part, 'missing', fieldWords.required));
  // Refuse a declared size that is too large before the body is read.
  if (Number(request.headers['content-length']) > largestBytes + formBytes) throw tooLarge(expected.tooLarge({}));
  const parts: Parts = { values: {}, fileName: '', file: null };
  try {
    await readParts(dataDir, request, expected, parts);
    const values = parse(fields, parts.values);
    if (parts.file === null) throw invalid(fieldError(part, 'missing', fieldWords.required));
    if (parts.file.size === 0) throw invalid(fieldError(part, 'isEmpty', fieldWords.emptyFile));
    return { values, fileName: parts.fileName, file: must(parts.file, 'file of the upload') };
  } catch (error) {
    await parts.file?.discard();
    if (!isCutOff(error)) throw error;
    throw new Problem(400, 'invalid', 'The upload was cut off. Please try again.', { cause: error });
  }
}
