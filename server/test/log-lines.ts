import type { ErrorDescription } from '@kerb/server/platform/log/describe-error.ts';
import { logger } from '@kerb/server/platform/log/log.ts';
import type { LogFields } from '@kerb/server/platform/log/log-fields.ts';

export type LogLine = LogFields & { level: number; msg: string; err?: ErrorDescription } & Record<string, unknown>;

/** A log that a test can read; redacted as in production unless it says otherwise. */
export function readableLog({ logsInFull = false } = {}) {
  const written: string[] = [];
  const log = logger({ logLevel: 'info', logsInFull }, { write: (line) => void written.push(line) });
  return { log, text: () => written.join(''), lines: (): LogLine[] => written.map((line) => JSON.parse(line)) };
}
