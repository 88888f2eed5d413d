import { describeError } from '@kerb/server/platform/log/describe-error.ts';
import { type Attributes, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/** Start-up loads the SDK only if it is configured. Without it, spans do nothing. */
export const tracer = (): Tracer => trace.getTracer('kerb');

/** The message of an error may name a person, so it is redacted like a line of the log. */
export function markFailed(span: Span, error: unknown): void {
  const { name, message } = describeError(error, { inFull: false });
  span.recordException({ name, message });
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A span for a call that has begun and is awaited by somebody else. */
export function spanOf(call: Promise<unknown>, name: string, startTime: number): void {
  const span = tracer().startSpan(name, { kind: SpanKind.CLIENT, startTime });
  call.then(
    () => span.end(),
    (error) => {
      markFailed(span, error);
      span.end();
    },
  );
}

type Spanned = { kind?: SpanKind; attributes?: Attributes };

/** Runs within a span, which ends with it. Attributes must not name a person. */
export const inSpan = <T>(name: string, { kind, attributes }: Spanned, run: () => Promise<T>): Promise<T> =>
  tracer().startActiveSpan(name, { kind: kind ?? SpanKind.INTERNAL, attributes: attributes ?? {} }, async (span) => {
    try {
      return await run();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
