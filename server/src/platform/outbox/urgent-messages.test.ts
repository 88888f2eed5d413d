import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
beforeEach(async () => {
  await stage.db.deleteFrom('messages').execute();
});

const post = (kind: string, recipient: string, deps: Deps = stage.deps) =>
  inTransaction(deps, byTheProduct, (work) =>
    postMessage(work, { kind, channel: 'email', audience: 'vendor', recipient, subject: 'Hello', body: 'Hello' }),
  );
const postMany = (count: number) =>
  sql`
    insert into messages (kind, channel, audience, recipient, subject, body, state, next_attempt_date, created_date)
    select 'receipt', 'email', 'vendor', 'bulk' || n || '@example.com', 'Hello', 'Hello', 'queued', ${realNow()},
      ${realNow()}
    from generate_series(1, ${count}) n`.execute(stage.db);

describe('a code', () => {
  it('is asked for on a lane of its own', async () => {
    const nudge = vi.fn();
    await post('signing-code', 'ann@example.com', { ...stage.deps, jobs: { ...stage.deps.jobs, nudge } });
    expect(nudge).toHaveBeenCalledExactlyOnceWith('deliver-urgent-messages');
  });

  it('is sent at once behind two thousand mails, of which each takes long', async () => {
    await postMany(2_000);
    const release = Promise.withResolvers<void>();
    const sent: string[] = [];
    const send = async ({ to }: { to: string }) => {
      if (to.startsWith('bulk')) await release.promise;
      sent.push(to);
    };
    const deps: Deps = { ...stage.deps, mail: { send } };
    const bulk = deliverMessages(deps, { lane: 'other' });
    await post('signing-code', 'ann@example.com');
    const since = performance.now();
    await deliverMessages(deps, { lane: 'urgent' });
    expect(sent).toEqual(['ann@example.com']);
    expect(performance.now() - since).toBeLessThan(3_000);
    await stage.db.deleteFrom('messages').where('attempts', '=', 0).execute();
    release.resolve();
    await bulk;
  });

  it('is claimed for seconds only, and the claim is renewed while it is being sent', async () => {
    await post('unlock-code', 'ann@example.com');
    const claims: string[] = [];
    const claim = async () => {
      const { nextAttemptDate } = await stage.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
      claims.push(nextAttemptDate);
      return Date.parse(nextAttemptDate) - Date.now();
    };
    const send = async () => {
      expect(await claim()).toBeLessThan(5_000);
      await vi.waitFor(async () => {
        await claim();
        expect(claims.at(-1)! > claims[0]!).toBe(true);
      }, 5_000);
    };
    await deliverMessages({ ...stage.deps, mail: { send } }, { lane: 'urgent' });
  });

  it('that was refused is tried again after a minute, like every message', async () => {
    await post('unlock-code', 'ann@example.com');
    const send = () => Promise.reject(new DeliveryFailure('The mail server refused it (550).'));
    await deliverMessages({ ...stage.deps, mail: { send } }, { lane: 'urgent' });
    const { nextAttemptDate, state } = await stage.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
    expect(state).toBe('queued');
    expect(Math.round((Date.parse(nextAttemptDate) - Date.now()) / 10_000)).toBe(6);
  });
});
