import { AsyncLocalStorage } from 'node:async_hooks';

/** What a log line belongs to: a request, a run of a job, or a message. */
export type LogFields = {
  requestId?: string;
  job?: string;
  jobId?: string;
  messageId?: number;
  deliveryId?: number;
  traceId?: string;
};

const current = new AsyncLocalStorage<LogFields>();

/** Every line that is logged during `run` has the fields. */
export const withLogFields = <T>(fields: LogFields, run: () => T): T =>
  current.run({ ...current.getStore(), ...fields }, run);

export const logFields = (): LogFields => ({ ...current.getStore() });
