import { measureCertificate } from '@kerb/server/platform/metrics/measured-certificate.ts';
import { measureState } from '@kerb/server/platform/metrics/measured-state.ts';
import { newMetrics } from '@kerb/server/platform/metrics/metrics.ts';
import { serveMetrics } from '@kerb/server/platform/metrics/serve-metrics.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chain } from '../../../test/certificate-chain.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { freePorts } from '../../../test/real-server.ts';

let stage: Stage;
let stop: () => Promise<void>;
let url: string;
beforeAll(async () => {
  stage = await startStage();
  measureState(stage.deps.metrics, stage.database);
  const [port = 0] = await freePorts(1);
  url = `http://127.0.0.1:${port}/metrics`;
  stop = await serveMetrics(stage.deps.metrics, { port, host: '127.0.0.1' }, stage.deps.log);
});
afterAll(() => stop());

const read = async () => (await fetch(url)).text();
const post = (kind: string) =>
  inTransaction(stage.deps, byTheProduct, (work) =>
    postMessage(work, {
      kind,
      channel: 'email',
      audience: 'staff',
      recipient: 'a@example.com',
      subject: 'A',
      body: 'A',
    }),
  );

it('says when the first certificate of the chain expires, and nothing without one', async () => {
  const without = newMetrics();
  measureCertificate(without, { documentCertificate: null });
  expect(await without.registry.metrics()).not.toMatch(/^kerb_certificate/m);
  const withOne = newMetrics();
  const certificate = `${chain.intermediate}\n${chain.leaf}`;
  measureCertificate(withOne, { documentCertificate: { certificate, key: chain.key } });
  const [, seconds] =
    /^kerb_certificate_expires_timestamp_seconds (\S+)$/m.exec(await withOne.registry.metrics()) ?? [];
  expect(new Date(Number(seconds) * 1_000).toISOString().slice(0, 10)).toBe('2126-10-23');
});

it('has no figure of a replica if there is none', async () => {
  expect(await read()).not.toMatch(/^kerb_replica_serving/m);
});

it('counts requests by route, never by address', async () => {
  await stage.app.inject({ url: '/v1/agreements/4711' });
  const text = await read();
  expect(text).toMatch(
    /kerb_http_request_seconds_count\{method="GET",route="\/v1\/agreements\/:id",status="401"\} 1\n/,
  );
  expect(text).not.toContain('4711');
});

it('says how many messages wait and since when, and how they were sent', async () => {
  await post('signing-code');
  await post('receipt');
  const before = await read();
  expect(before).toContain('kerb_queue_depth{queue="urgent messages"} 1\n');
  expect(before).toContain('kerb_queue_depth{queue="messages"} 1\n');
  expect(before).toMatch(/kerb_queue_oldest_seconds\{queue="messages"\} [\d.e-]+\n/);
  await deliverMessages(stage.deps);
  const after = await read();
  expect(after).toContain('kerb_queue_depth{queue="messages"} 0\n');
  expect(after).toContain('kerb_messages_total{channel="email",outcome="sent"} 2\n');
});

it('counts what was given up and what is kept back', async () => {
  await post('receipt');
  await stage.db.updateTable('messages').set({ state: 'failed' }).where('state', '=', 'queued').execute();
  expect(await read()).toContain('kerb_messages_undelivered{state="failed"} 1\n');
});

it('says whether the database answers, and how many connections are in use', async () => {
  const text = await read();
  expect(text).toContain('kerb_up 1\n');
  expect(text).toMatch(/kerb_database_connections\{pool="requests",state="waiting"\} \d+\n/);
  expect(text).toMatch(/kerb_work_waiting\{kind="drawing"\} 0\n/);
});

it('answers nothing else on its port', async () => {
  expect((await fetch(url.replace('/metrics', '/v1/agreements'))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});
