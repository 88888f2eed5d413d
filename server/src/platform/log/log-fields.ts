import { AsyncLocalStorage } from 'node:async_hooks';

/** What a log line belongs to: a request, a run of a job, a message. */
export type LogFields = { requestId?: string; job?: string; jobId?: string; messageId?: number; deliveryId?: number };

const current = new AsyncLocalStorage<LogFields>();

/** Every line that is logged while `run` is under way carries the fields, however deep it is logged. */
export const withLogFields = <T>(fields: LogFields, run: () => T): T =>
  current.run({ ...current.getStore(), ...fields }, run);

export const logFields = (): LogFields => ({ ...current.getStore() });
