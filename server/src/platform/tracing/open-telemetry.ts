import { must } from '@kerb/domain/kernel/must.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { redact } from '@kerb/server/platform/log/redact.ts';
import { context, DiagLogLevel, diag, logs, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

type Settings = NonNullable<Config['telemetry']>;

/** As the standard variables `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` name them. */
function samplerOf({ sampler, samplerArg }: Settings): Sampler {
  const rootName = sampler.replace(/^parentbased_/, '');
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(samplerArg),
  };
  const root = must(roots[rootName], 'sampler')();
  return rootName === sampler ? root : new ParentBasedSampler({ root });
}

/** A collector that is away fails every few seconds. */
const saidEveryMs = 60_000;

/** Errors of the SDK go to our log, at most one in a minute. */
function reportErrors(log: Log): void {
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (message: string) => {
    if (performance.now() - saidAt < saidEveryMs) return;
    saidAt = performance.now();
    log.warn({ reason: redact(message).slice(0, 500) }, 'traces or log records were not delivered');
  };
  const silent = () => {};
  diag.setLogger({ error: say, warn: silent, info: silent, debug: silent, verbose: silent }, DiagLogLevel.ERROR);
}

/**
 * Sends traces and log records to a collector, as the standard variables of OpenTelemetry say: its exporters read
 * endpoints, headers, certificates and time limits from the environment. What the collector does not take in time is
 * dropped: no request waits for it. Returns how to send the rest and stop.
 */
export function openTelemetry(settings: Settings, version: string, log: Log): () => Promise<void> {
  reportErrors(log);
  const named = resourceFromAttributes({ 'service.name': 'kerb', 'service.version': version });
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector, hostDetector, serviceInstanceIdDetector] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const traces = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: settings.traces ? [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] : [],
  });
  const records = new LoggerProvider({
    resource,
    processors: settings.logs ? [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })] : [],
  });
  trace.setGlobalTracerProvider(traces);
  logs.setGlobalLoggerProvider(records);
  // The SDK reports what it could not deliver. That must not keep a server from stopping cleanly.
  const ignored = () => {};
  return async () => {
    await traces.shutdown().catch(ignored);
    await records.shutdown().catch(ignored);
  };
}
