import { existsSync, readFileSync } from 'node:fs';

export type Counts = { passed: number; failed: number };
export type Report = { path: string; counts: (report: never) => Counts };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** A file that could not be loaded has no failed test, so the file itself counts as one failure. */
export function vitestCounts({ numPassedTests, numFailedTests, testResults }: VitestReport): Counts {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

export const playwrightCounts = ({ stats }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
});

/** A step without a report counts as one check. A failed step has at least one failure, whatever its report says. */
export function countsOf(code: number, report?: Report): Counts {
  const counted =
    report && existsSync(report.path)
      ? report.counts(JSON.parse(readFileSync(report.path, 'utf8')) as never)
      : { passed: code === 0 && !report ? 1 : 0, failed: 0 };
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}
