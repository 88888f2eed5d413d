import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import { isSame } from '@kerb/server/platform/secrets.ts';

const hashWith = promisify(argon2);
/** OWASP's second profile for argon2id: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const mostAtOnce = 2;
const mostWaiting = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** Hashing is slow on purpose. A flood of sign-ins waits in a queue; over its limit, sign-ins are refused. */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running < mostAtOnce) {
    running += 1;
  } else {
    if (waiting.length >= mostWaiting) {
      throw new Problem(503, 'busy', 'The service is busy. Please try again in a moment.', { retryAfterSeconds: 5 });
    }
    await new Promise<void>((go) => waiting.push(go));
  }
  try {
    return await run();
  } finally {
    // The slot passes directly to the next waiter. If it were free in between, a new call could take it too.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function argon2id(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: typeof cost,
): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  const tag = await inTurn(() => hashWith('argon2id', { message, nonce, memory, passes, parallelism, tagLength: 32 }));
  return Buffer.from(tag);
}

/** For codes that a person keeps on paper. One salt for all codes of a person, so that a try needs one hash. */
export const slowHash = async (text: string, salt: Buffer): Promise<string> =>
  (await argon2id(text, salt, cost)).toString('base64');

/** In PHC format, which names its own cost, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2id(password, nonce, cost);
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(nonce)}$${plain(tag)}`;
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/** Takes equally long for an account that does not exist: pass null. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const match = form.exec(stored ?? '');
  if (!match) {
    await argon2id(password, Buffer.alloc(16), cost);
    return false;
  }
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [salt = '', hash = ''] = match.slice(4);
  const tag = await argon2id(password, Buffer.from(salt, 'base64'), { memory, passes, parallelism });
  return isSame(tag, Buffer.from(hash, 'base64'));
}
