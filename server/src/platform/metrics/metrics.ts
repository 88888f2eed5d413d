import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The counters of this process, for Prometheus. The names and their meaning are in docs/operations.md. */
export type Metrics = ReturnType<typeof newMetrics>;

/** In seconds. Requests take milliseconds; a document may take a second. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobBuckets = [0.01, 0.1, 1, 10, 60, 300, 900];

export function newMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    /** Memory, processor time, event loop and garbage collection. Starts timers, so only a server asks for them. */
    collectProcess: () => collectDefaultMetrics({ register: registry }),
    requests: new Histogram({
      name: 'kerb_http_request_seconds',
      help: 'Time of requests, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: requestBuckets,
      registers,
    }),
    liveStreams: new Gauge({
      name: 'kerb_live_streams',
      help: 'Pages that are open and follow what happens to a campaign.',
      registers,
    }),
    jobs: new Histogram({
      name: 'kerb_job_seconds',
      help: 'Time of the runs of jobs, by outcome: ok, partly (some rows failed) or failed.',
      labelNames: ['job', 'outcome'],
      buckets: jobBuckets,
      registers,
    }),
    jobSuccess: new Gauge({
      name: 'kerb_job_last_success_timestamp_seconds',
      help: 'When a job last ended without an error on this server.',
      labelNames: ['job'],
      registers,
    }),
    jobRowFailures: new Counter({
      name: 'kerb_job_row_failures_total',
      help: 'Rows that a job could not process, by job. The job went on with the others.',
      labelNames: ['job'],
      registers,
    }),
    messages: new Counter({
      name: 'kerb_messages_total',
      help: 'Attempts to send a message, by channel and outcome: sent, retried or failed.',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    charges: new Counter({
      name: 'kerb_charges_total',
      help: 'Charges of cards by what the gateway answered: approved, declined, pending; unknown if it did not answer.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
