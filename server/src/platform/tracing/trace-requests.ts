import { withLogFields } from '@kerb/server/platform/log/log-fields.ts';
import { tracer } from '@kerb/server/platform/tracing/spans.ts';
import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Load balancers ask these all the time. */
const untraced = ['/health', '/ready'];

/**
 * A span for each request, by route and never by address, which has ids and tokens in it. It belongs to the trace that
 * a proxy began, if the request names one.
 */
export function traceRequests(app: FastifyInstance): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  const within = (request: FastifyRequest, run: () => void): void => {
    const its = contexts.get(request);
    const traceId = its && trace.getSpanContext(its)?.traceId;
    if (its && traceId) withLogFields({ traceId }, () => context.with(its, run));
    else run();
  };

  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    // A stream lasts as long as a page is open, and its span would too.
    if (untraced.includes(route) || request.headers.accept?.includes('text/event-stream')) return done();
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'kerb.request_id': request.id };
    const span = tracer().startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    contexts.set(request, trace.setSpan(parent, span));
    // Fastify's own lines of the request are written by this logger.
    request.log = request.log.child({ traceId: span.spanContext().traceId });
    reply.log = request.log;
    return within(request, done);
  });
  // A body is read in the context of its socket, so the context is set again for the handler.
  app.addHook('preValidation', (request, _reply, done) => within(request, done));
  app.addHook('onResponse', async (request, reply) => {
    const its = contexts.get(request);
    const span = its && trace.getSpan(its);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
