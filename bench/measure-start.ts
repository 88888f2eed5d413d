import { join } from 'node:path';
import { quantile } from './load.ts';
import { startOutside } from './product.ts';
import { ms, type Section } from './report.ts';
import type { Stage } from './stage.ts';

const mostWarmMs = 1_000;

/** Starts of a server after the first, as in a rolling restart. */
export async function measureStart({ small, dataDir, pace }: Stage): Promise<Section> {
  const compiled = join(dataDir, 'compiled');
  const startMs = async (): Promise<number> => {
    const outside = await startOutside(small.url, dataDir, compiled);
    await outside.stop();
    return outside.readyMs;
  };
  const first = await startMs();
  const later: number[] = [];
  for (let start = 0; start < pace.starts; start++) later.push(await startMs());
  const warm = quantile(later, 0.5);
  const slowest = Math.max(...later);
  return {
    title: 'Start of a server',
    about: `From the start of the process to its first answer that it is ready, with a migrated database on the same machine.
The built file is started. A warm start finds the compiled code of the start before
([0111](decisions/0111-compiled-code-is-kept.md)).`,
    columns: ['figure', 'measured', 'target'],
    rows: [
      { cells: ['first start, without compiled code', ms(first), ''] },
      { cells: [`start, warm: median of ${pace.starts}`, ms(warm), '< 1,000 ms'], isMet: warm < mostWarmMs },
      { cells: ['start, warm: the slowest', ms(slowest), ''] },
    ],
  };
}
