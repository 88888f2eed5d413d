import { markFailed, tracer } from '@kerb/server/platform/tracing/spans.ts';
import { SpanKind } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';

/** The text of a statement has placeholders where its values are. */
const longestText = 2_000;

/** 'select agreements' of 'with … select … from "agreements"'. */
function nameOf(text: string): string {
  const verb = /\b(insert|update|delete|select)\b/i.exec(text)?.[0].toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text)?.[1];
  return table ? `${verb} ${table}` : verb;
}

/** A span for a statement that ended now. */
export function traceStatement(event: LogEvent): void {
  const { sql } = event.query;
  const end = Date.now();
  const span = tracer().startSpan(nameOf(sql), {
    kind: SpanKind.CLIENT,
    startTime: end - event.queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, longestText) },
  });
  if (event.level === 'error') markFailed(span, event.error);
  span.end(end);
}
