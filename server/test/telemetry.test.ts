import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { killServers, ownEnvironment, startServer, stopServer } from './real-server.ts';

const source = fileURLToPath(new URL('../src/', import.meta.url));

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] };
type LogRecord = { traceId?: string; severityText: string; body: { stringValue: string } };

/** Takes traces and log records, as OpenTelemetry's own collector would. */
async function startCollector() {
  const [spans, records]: [Span[], LogRecord[]] = [[], []];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, never[]>;
    const listed = (outer: string, scope: string, inner: string) =>
      (body[outer] ?? []).flatMap((one: Record<string, never[]>) =>
        (one[scope] ?? []).flatMap((each: Record<string, never[]>) => each[inner] ?? []),
      );
    spans.push(...listed('resourceSpans', 'scopeSpans', 'spans'));
    records.push(...listed('resourceLogs', 'scopeLogs', 'logRecords'));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { spans, records, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let collector: Awaited<ReturnType<typeof startCollector>>;
let folder: string;
beforeEach(async () => {
  collector = await startCollector();
  folder = mkdtempSync(join(tmpdir(), 'kerb-telemetry-'));
});
afterEach(async () => {
  await killServers();
  collector.server.closeAllConnections();
  collector.server.close();
  rmSync(folder, { recursive: true, force: true });
});

const textIn = ({ attributes }: Span, key: string) => attributes.find((one) => one.key === key)?.value.stringValue;

/** A trace that a proxy began. */
const given = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${given.traceId}-${given.spanId}-01`;

async function serverWith(more: Record<string, string>) {
  const env = { ...(await ownEnvironment(folder)), LOG_LEVEL: 'info', OTEL_BSP_SCHEDULE_DELAY: '200', ...more };
  return startServer(env);
}

it('a server sends its requests, statements and jobs as traces, and its log as records', {
  timeout: 90_000,
}, async () => {
  const server = await serverWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const email = 'nobody@example.com';
  const answer = await fetch(`${server.url}/v1/agreements/10001?secret=words`, {
    headers: { traceparent, 'x-request-id': 'request-of-the-test', authorization: `Bearer ${email}` },
  });
  expect(answer.status).toBe(401);
  const login = await fetch(`${server.url}/login`, {
    method: 'POST',
    body: new URLSearchParams({ emailAddress: email, password: 'a wrong password' }),
    headers: { traceparent, origin: server.url },
    redirect: 'manual',
  });
  expect(login.status).toBeLessThan(500);
  expect(await stopServer(server, 'SIGTERM')).toBe(0);

  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(lines.every((line) => /:\d+$/.test(line.server))).toBe(true);
  const ofRequest = lines.filter((line) => line.msg === 'request completed' || line.security);
  expect(ofRequest.length).toBeGreaterThan(0);
  expect(ofRequest.filter((line) => line.traceId === given.traceId).length).toBeGreaterThan(0);

  const { spans, records } = collector;
  const request = spans.find(({ name }) => name === 'GET /v1/agreements/:id')!;
  expect(request).toMatchObject({ traceId: given.traceId, parentSpanId: given.spanId });
  expect(textIn(request, 'kerb.request_id')).toBe('request-of-the-test');
  const posted = spans.find(({ name }) => name === 'POST /login')!;
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === posted.spanId);
  expect(statements.map((span) => textIn(span, 'db.query.text'))).toContainEqual(expect.stringContaining('$1'));
  expect(spans.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^job /));
  expect(spans.map(({ name }) => name)).not.toContain('GET /ready');
  expect(records).toContainEqual(
    expect.objectContaining({ severityText: 'info', body: { stringValue: 'deployment' } }),
  );
  const sent = JSON.stringify([spans, records]);
  expect(sent).not.toContain('secret=words');
  expect(sent).not.toContain(email);
});

it('a collector that is away delays no request, and the log says so once', { timeout: 90_000 }, async () => {
  collector.server.closeAllConnections();
  collector.server.close();
  const server = await serverWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_TIMEOUT: '500' });
  expect((await fetch(`${server.url}/login`)).status).toBe(200);
  await vi.waitFor(() => expect(server.output()).toContain('were not delivered'), 20_000);
  await fetch(`${server.url}/login`);
  expect(await stopServer(server, 'SIGTERM')).toBe(0);
  expect(server.output().match(/were not delivered/g)).toHaveLength(1);
});

/** Every static import of a file under server/src. */
const importsOf = (file: string) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/^(?:import|export) .*?from '(.*?)';$/gms)].map(
    ([, from]) => from,
  );

it('without a collector nothing of OpenTelemetry’s SDK is loaded', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const importers = (pattern: RegExp) => files.filter((file) => importsOf(file).some((from) => pattern.test(from!)));
  expect(importers(/^@opentelemetry\/(?!api$)/)).toEqual(['platform/tracing/open-telemetry.ts']);
  expect(importers(/open-telemetry\.ts$/)).toEqual([]);
});
