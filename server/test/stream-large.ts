import { createHash, type Hash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { s3Store } from '@kerb/server/gateways/file-store/s3-store.ts';

/** Stores and reads a file of the given size in MiB, and prints the most memory that the process used. */
const [, , bucket = '{}', mebibytes = '0'] = process.argv;
const store = s3Store(JSON.parse(bucket));
const piece = randomBytes(1_048_576);

/** Sampled here, because the kernel's own maximum also counts the memory of the parent process. */
let most = 0;
const sample = () => {
  most = Math.max(most, process.memoryUsage.rss());
};

function* pieces(hash: Hash) {
  for (let at = 0; at < Number(mebibytes); at++) {
    sample();
    hash.update(piece);
    yield piece;
  }
}

const sent = createHash('sha256');
await store.put('very-large', Readable.from(pieces(sent)));
const received = createHash('sha256');
for await (const chunk of await store.get('very-large')) {
  sample();
  received.update(chunk as Buffer);
}
await store.remove('very-large');
const mostMebibytes = Math.round(most / 1_048_576);
const isSame = sent.digest('hex') === received.digest('hex');
process.stdout.write(JSON.stringify({ mostMebibytes, isSame }));
