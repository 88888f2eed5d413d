import { examine } from '@kerb/server/live-checks.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { printedReport } from '@kerb/server/platform/report.ts';
import { stopWith } from '@kerb/server/start-up.ts';

/**
 * Prints a report of the configuration, asks the questions of a start, and connects to each configured address. Leaves
 * no change behind. Exits with 1 if there is an error.
 */
async function main() {
  const rows = await examine(readConfig(process.env));
  const isJson = process.argv.includes('--json');
  process.stdout.write(isJson ? `${JSON.stringify(rows, null, 2)}\n` : printedReport(rows));
  if (rows.some(({ state }) => state === 'error')) process.exitCode = 1;
}

main().catch(stopWith);
