import { inflateSync } from 'node:zlib';
import { refusedFor } from '@kerb/server/platform/files/refused-file.ts';

/** Names that start something or carry another file. A link to a page or an address is none of them. */
const activeNames = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
];

const mostInflatedBytes = 50 * 1_048_576;
const mostStreams = 5_000;

/** Each letter of a name may be written as its code: '/J#61vaScript'. */
const letterPattern = (letter: string): string => {
  const hex = letter.charCodeAt(0).toString(16);
  const eitherCase = [...hex].map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit));
  return `(?:${letter}|#${eitherCase.join('')})`;
};
const namePattern = (name: string): string => `/${[...name].map(letterPattern).join('')}`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends a name too.
const end = /(?=[\u0000\t\n\f\r ()<>[\]{}/%])/.source;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL is white space in a PDF.
const space = /[\u0000\t\n\f\r ]/.source;

const active = new RegExp(`(?:${activeNames.map(namePattern).join('|')})${end}`);
/** '/JS' alone is three bytes that any picture may contain, so that it counts only with a value or a gap after it. */
const script = new RegExp(`${namePattern('JS')}(?:${space}{0,64}[(<%]|${space}{1,64}\\d|${space}{65})`);
const encrypted = new RegExp(`${namePattern('Encrypt')}${end}`);
const objectStream = new RegExp(`${namePattern('ObjStm')}${end}`);
const firstObject = new RegExp(`${namePattern('First')}${end}`);
const predictor = new RegExp(`${namePattern('Predictor')}${space}*(?:[2-9]|1\\d)`);

const windowBytes = 1_048_576;
/** Longer than anything that the patterns match. */
const overlapBytes = 256;

/** The bytes as text, in overlapping parts, so that a large file is not held twice. */
function* textsOf(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; at += windowBytes) {
    const isLast = at + windowBytes >= bytes.length;
    yield bytes.toString('latin1', at, at + windowBytes + overlapBytes) + (isLast ? '\n' : '');
  }
}

function refuseActive(bytes: Buffer): void {
  for (const text of textsOf(bytes)) {
    if (active.test(text) || script.test(text)) throw refusedFor('activePdf');
  }
}

function refuseEncrypted(bytes: Buffer): void {
  for (const text of textsOf(bytes)) if (encrypted.test(text)) throw refusedFor('lockedPdf');
}

const [lineFeed, carriageReturn] = [10, 13];

/** The start of each stream's bytes, and the text between it and the stream before. */
function* streamsOf(bytes: Buffer): Generator<{ dictionary: string; start: number }> {
  let from = 0;
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const isEnd = bytes.toString('latin1', at - 3, at) === 'end';
    const [first, second] = bytes.subarray(at + 6, at + 8);
    if (!isEnd && (first === lineFeed || first === carriageReturn)) {
      const start = at + (first === carriageReturn && second === lineFeed ? 8 : 7);
      yield { dictionary: `${bytes.toString('latin1', from, at)} `, start };
    }
    from = at + 6;
  }
}

/** The inflated bytes; null if they are not compressed with Flate. */
function inflated(bytes: Buffer, most: number): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: most, finishFlush: 2 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw refusedFor('badDocument');
    // Bytes that are no Flate stream; the caller decides.
    return null;
  }
}

/**
 * Refuses a PDF that runs something, contains another file or is encrypted. The names are looked for in all bytes,
 * wherever a reader thinks that a stream ends, and in the objects that are compressed into streams.
 */
export function checkPdf(bytes: Buffer): void {
  refuseEncrypted(bytes);
  refuseActive(bytes);
  let left = mostInflatedBytes;
  let streams = 0;
  for (const { dictionary, start } of streamsOf(bytes)) {
    const isObjectStream = objectStream.test(dictionary);
    if (!isObjectStream && !firstObject.test(dictionary)) continue;
    streams += 1;
    if (streams > mostStreams) throw refusedFor('badDocument');
    const content = inflated(bytes.subarray(start), left);
    // Without compression its names are in the bytes of the file. Under any other filter nobody can see them.
    const isReadable = content !== null || !/\/(?:F|#46)/.test(dictionary.replace(firstObject, ''));
    if (isObjectStream && (!isReadable || predictor.test(dictionary))) throw refusedFor('badDocument');
    if (content === null) continue;
    left -= content.length;
    refuseActive(content);
  }
}
