import { Agent, get } from 'node:http';

/** The order that the bench sends to this process: the addresses to download, all at once. */
export type Downloads = { urls: string[]; headers: Record<string, string> };
/** The result that this process sends back: the number of responses with each status, and the number of documents. */
export type Downloaded = { statuses: Record<number, number>; documents: number };

type Answer = { status: number; retryAfterMs: number; isPdf: boolean };

/** Sends one request and reads the response to its end. */
export function download(url: string, headers: Record<string, string>, agent: Agent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  get(url, { agent, headers }, (answer) => {
    const pieces: Buffer[] = [];
    answer.on('data', (piece: Buffer) => pieces.push(piece));
    answer.on('error', reject);
    answer.on('end', () => {
      const isPdf = Buffer.concat(pieces).subarray(0, 5).toString() === '%PDF-';
      const retryAfterMs = 1_000 * Number(answer.headers['retry-after'] ?? Number.NaN);
      resolve({ status: answer.statusCode ?? 0, retryAfterMs, isPdf });
    });
  }).on('error', reject);
  return promise;
}

/** Downloads everything at once, and again what was answered with 503, as late as the response says. */
async function downloadAll({ urls, headers }: Downloads): Promise<Downloaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const statuses: Record<number, number> = {};
  async function untilDone(url: string): Promise<boolean> {
    const { status, retryAfterMs, isPdf } = await download(url, headers, agent);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 503) return isPdf;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return untilDone(url);
  }
  const documents = (await Promise.all(urls.map(untilDone))).filter(Boolean).length;
  agent.destroy();
  return { statuses, documents };
}

if (import.meta.main) {
  process.on('message', (downloads: Downloads) => {
    void downloadAll(downloads).then((downloaded) => process.send?.(downloaded));
  });
}
