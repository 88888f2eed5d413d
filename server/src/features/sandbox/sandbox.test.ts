import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import { buildApp } from '@kerb/server/app.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { type NewMessage, postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';

const now = '2026-11-15T01:00:00.000Z';
let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ now });
});
beforeEach(async () => {
  await stage.db.deleteFrom('messages').execute();
  await stage.deps.clock.move(stage.db, 0);
});

const link = 'http://localhost:3000/pay/abc';
const message: NewMessage = {
  kind: 'payment-link',
  channel: 'email',
  audience: 'staff',
  recipient: 'ann@example.com',
  subject: 'Your campaign',
  body: `Hello Ann, open ${secretPlace}.`,
  secrets: [link],
};
const post = (more: Partial<NewMessage> = {}) =>
  inTransaction(stage.deps, byTheProduct, (work) => postMessage(work, { ...message, ...more }));
const messages = async (query = '') => (await stage.as(null)('GET', `/v1/sandbox/messages${query}`)).json();
const moveTo = (offsetDays: unknown) => stage.as(null)('POST', '/v1/sandbox/clock', { offsetDays });

describe('the outbox screen', () => {
  it('shows a queued message in full, and lists its links', async () => {
    await post();
    expect(await messages()).toEqual({
      items: [
        {
          id: expect.any(Number),
          channel: 'email',
          to: 'ann@example.com',
          subject: 'Your campaign',
          text: `Hello Ann, open ${link}.`,
          links: [link],
          state: 'queued',
          reason: null,
          createdDate: now,
          attachment: null,
        },
      ],
      totalItems: 1,
    });
  });

  it('shows the newest first, in pages', async () => {
    for (let count = 1; count <= 5; count += 1) await post({ subject: `Number ${count}` });
    const subjects = async (query: string) =>
      (await messages(query)).items.map((item: { subject: string }) => item.subject);
    expect(await subjects('?perPage=2')).toEqual(['Number 5', 'Number 4']);
    expect(await subjects('?perPage=2&page=3')).toEqual(['Number 1']);
    expect((await messages('?perPage=2')).totalItems).toBe(5);
  });

  it('no longer shows the secrets of a delivered message', async () => {
    await post();
    await deliverMessages(stage.deps);
    expect((await messages()).items[0]).toMatchObject({
      state: 'accepted',
      text: 'Hello Ann, open [no longer kept].',
      links: [],
    });
  });
});

describe("the sandbox's clock", () => {
  it('moves forward and back to today, and runs the jobs', async () => {
    const nudgeAll = vi.spyOn(stage.deps.jobs, 'nudgeAll');
    expect((await moveTo(30)).json()).toEqual({ now: '2026-12-15T01:00:00.000Z', offsetDays: 30 });
    expect(nudgeAll).toHaveBeenCalledOnce();
    expect((await stage.as(null)('GET', '/v1/sandbox/clock')).json().offsetDays).toBe(30);
    expect((await moveTo(0)).json()).toEqual({ now, offsetDays: 0 });
    nudgeAll.mockRestore();
  });

  it.each([-1, 3651, 1.5, '3', null])('cannot be moved by %j days', async (offsetDays) => {
    expect((await moveTo(offsetDays)).statusCode).toBe(400);
  });

  it('is adopted by a server that starts later', async () => {
    await moveTo(12);
    const later = { ...stage.deps, clock: clockOf(() => Temporal.Instant.from(now)) };
    const app = await buildApp(later);
    await app.ready();
    expect(later.clock.offsetDays()).toBe(12);
    await app.close();
  });

  it('is followed by the other servers on one PostgreSQL', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const config = { ...stage.deps.config, databaseUrl: 'postgresql://elsewhere' };
    const other = { ...stage.deps, config, clock: clockOf(() => Temporal.Instant.from(now)) };
    const app = await buildApp(other);
    await app.ready();
    await moveTo(7);
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await expect.poll(() => other.clock.offsetDays(), { timeout: 5_000 }).toBe(7);
    await app.close();
  });
});

describe('outside a sandbox', () => {
  it('there is neither outbox nor clock', async () => {
    const config = { ...stage.deps.config, sandbox: false };
    const app = await buildApp({ ...stage.deps, config });
    for (const url of ['/v1/sandbox/messages', '/v1/sandbox/clock']) {
      expect((await app.inject({ url })).statusCode).toBe(404);
    }
    await app.close();
  });
});
