import { type ReportName, reportNames } from '@kerb/domain/reports/reports.ts';
import { runOn } from './generate.ts';
import { takeFile } from './measure-export.ts';
import { megabytes, ms, type Row, type Section, whole } from './report.ts';
import type { Served, Stage } from './stage.ts';

/** A report is streamed, so this does not depend on its records. A part of it is the heap of a server that is new. */
const mostGrownBytes = 100 * 1_048_576;

async function rowOf(report: ReportName, { outside }: Served): Promise<Row> {
  const { records, bytes, firstByteMs, totalMs, grownBytes } = await takeFile(outside, `/reports/${report}`);
  const speed = whole((records * 1_000) / totalMs);
  return {
    cells: [report, whole(records), megabytes(bytes), ms(firstByteMs), ms(totalMs), speed, megabytes(grownBytes)],
    isMet: grownBytes < mostGrownBytes,
  };
}

/** Every report as an admin downloads it: all organisations. */
export async function measureReports({ large }: Stage): Promise<Section> {
  // Exports are rate limited for each person. Frequent benchmark runs must not hit the limit.
  await runOn(large.url, 'delete from throttles');
  const rows: Row[] = [];
  for (const report of reportNames) rows.push(await rowOf(report, large));
  return {
    title: 'Reports',
    about: `Every report of all organisations at ${large.size} campaigns, downloaded once by an admin. The server's memory may grow by
${megabytes(mostGrownBytes)} at most, however many records there are.`,
    columns: ['report', 'records', 'file', 'first byte', 'whole file', 'records a second', 'memory'],
    rows,
  };
}
