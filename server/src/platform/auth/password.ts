import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { theProduct } from '@kerb/server/platform/queues/fair-queue.ts';
import { lanes, ownerOfUser } from '@kerb/server/platform/queues/lanes.ts';
import { isSame } from '@kerb/server/platform/secrets.ts';

const hashWith = promisify(argon2);
/** OWASP's second profile for argon2id: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };

/** Hashing is slow on purpose, so each hash waits for its turn. Who asks for it, and whether we know them. */
export type HashTurn = { owner: string; isKnown: boolean };

/** Of somebody who has proved nothing yet: everybody in their network shares the turns. */
export const turnOfStranger = (ipAddress: string): HashTurn => ({
  owner: `network ${networkOf(ipAddress)}`,
  isKnown: false,
});
/** Of a person who is logged in, has a link from their mailbox, or uses a browser in which they have logged in. */
export const turnOfPerson = (userId: number): HashTurn => ({ owner: ownerOfUser(userId), isKnown: true });
/** Of an invited person, who has no account yet. */
export const turnOfMailbox = (emailAddress: string): HashTurn => ({ owner: `mailbox ${emailAddress}`, isKnown: true });
const turnOfProduct: HashTurn = { owner: theProduct, isKnown: true };

const inTurn = <T>({ owner, isKnown }: HashTurn, run: () => Promise<T>): Promise<T> =>
  (isKnown ? lanes.knownPasswords : lanes.strangersPasswords).run(owner, run);

async function argon2id(turn: HashTurn, password: string, nonce: Buffer, costs = cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return Buffer.from(await inTurn(turn, () => hashWith('argon2id', { message, nonce, ...costs, tagLength: 32 })));
}

/** For codes that a person keeps on paper. One salt for all codes of a person, so that a try needs one hash. */
export const slowHash = async (text: string, salt: Buffer, turn: HashTurn): Promise<string> =>
  (await argon2id(turn, text, salt)).toString('base64');

/** In PHC format, which names its own cost, so that the cost can be raised later. */
export async function hashPassword(password: string, turn: HashTurn = turnOfProduct): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2id(turn, password, nonce);
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(nonce)}$${plain(tag)}`;
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/** Takes equally long for an account that does not exist: pass null. */
export async function isPassword(
  password: string,
  stored: string | null,
  turn: HashTurn = turnOfProduct,
): Promise<boolean> {
  const match = form.exec(stored ?? '');
  if (!match) {
    await argon2id(turn, password, Buffer.alloc(16));
    return false;
  }
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [salt = '', hash = ''] = match.slice(4);
  const tag = await argon2id(turn, password, Buffer.from(salt, 'base64'), { memory, passes, parallelism });
  return isSame(tag, Buffer.from(hash, 'base64'));
}
