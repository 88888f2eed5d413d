import { type Attributes, context, logs, SeverityNumber } from '@opentelemetry/api';
import type { DestinationStream } from 'pino';

const severities: Record<number, { severityNumber: SeverityNumber; severityText: string }> = {
  10: { severityNumber: SeverityNumber.TRACE, severityText: 'trace' },
  20: { severityNumber: SeverityNumber.DEBUG, severityText: 'debug' },
  30: { severityNumber: SeverityNumber.INFO, severityText: 'info' },
  40: { severityNumber: SeverityNumber.WARN, severityText: 'warn' },
  50: { severityNumber: SeverityNumber.ERROR, severityText: 'error' },
  60: { severityNumber: SeverityNumber.FATAL, severityText: 'fatal' },
};

type Line = Attributes & { level: number; time: string; msg?: string };

/** Sends each line of the log as a record of OpenTelemetry too, with the trace in which it was written. */
export const logRecords: DestinationStream = {
  write(text: string): void {
    const { level, time, msg, ...attributes } = JSON.parse(text) as Line;
    logs.getLogger('kerb').emit({
      ...severities[level],
      timestamp: new Date(time),
      ...(msg !== undefined && { body: msg }),
      attributes,
      context: context.active(),
    });
  },
};
