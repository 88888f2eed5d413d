import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seconds } from '../scripts/command.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { ensureDatabase, type Size } from './generate.ts';
import type { Pace } from './pace.ts';
import { type Inside, type Outside, openInside, startOutside } from './product.ts';

/** A database of a size, and the product on it: in this process and in its own process. */
export type Served = { size: Size; url: string; inside: Inside; outside: Outside };
export type Stage = { cluster: string; dataDir: string; small: Served; large: Served; pace: Pace };

type Options = { small: Size; large: Size; pace: Pace; on: string | undefined };

/** Opens everything that is measured, runs `act`, and always closes everything. */
export async function onStage(options: Options, act: (stage: Stage) => Promise<void>): Promise<void> {
  const closings: (() => Promise<unknown> | unknown)[] = [];
  const closeAll = async () => {
    for (const close of closings.splice(0).toReversed()) await close();
  };
  // Ctrl-C leaves no cluster behind.
  const stop = () => void closeAll().finally(() => process.exit(1));
  process.once('SIGINT', stop).once('SIGTERM', stop);

  async function serve(cluster: string, size: Size, dataDir: string): Promise<Served> {
    const since = performance.now();
    const url = await ensureDatabase(cluster, size);
    console.log(`${size} campaigns are ready after ${seconds(since)}`);
    const inside = await openInside(url, dataDir);
    closings.push(inside.close);
    const outside = await startOutside(url, dataDir);
    closings.push(outside.stop);
    return { size, url, inside, outside };
  }

  async function startCluster(): Promise<string> {
    const postgres = await startPostgres(['shared_buffers=512MB']);
    closings.push(postgres.stop);
    return postgres.url;
  }

  try {
    // A cluster named by --on keeps running and keeps its databases for the next run.
    const cluster = options.on ?? (await startCluster());
    const dataDir = mkdtempSync(join(tmpdir(), 'kerb-bench-'));
    closings.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const small = await serve(cluster, options.small, dataDir);
    const large = await serve(cluster, options.large, dataDir);
    await act({ cluster, dataDir, small, large, pace: options.pace });
  } finally {
    await closeAll();
  }
}
