import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inRoot } from './command.ts';

const worthCompressing = /\.(js|css|html|svg|json)$/;
const smallestBytes = 1024;

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length <= smallestBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
}

/** The server sends these files as they are, so no request waits for compression. */
export async function compress(folder: string): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    worthCompressing.test(path),
  );
  await Promise.all(paths.map((path) => compressFile(join(folder, path))));
}

if (import.meta.main) await compress(inRoot('web', 'dist'));
