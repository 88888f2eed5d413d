import { setTimeout as pause } from 'node:timers/promises';
import { NoAnswer, Watch } from '@kerb/server/platform/database/watched-client.ts';
import type pg from 'pg';
import { expect, it, vi } from 'vitest';

const aClient = () => {
  const destroy = vi.fn();
  return { client: { connection: { stream: { destroy } } } as never as pg.Client, destroy };
};

it('says for how long no query was answered, also while new ones are sent', async () => {
  const watch = new Watch();
  expect(watch.silentMs()).toBe(0);
  const first = aClient();
  watch.began(first.client);
  await pause(20);
  watch.began(aClient().client);
  expect(watch.silentMs()).toBeGreaterThan(15);
  watch.ended(first.client);
  expect(watch.silentMs()).toBe(0);
});

it('closes only the connections that have waited for long, which is not an answer', async () => {
  const watch = new Watch();
  const [old, young] = [aClient(), aClient()];
  watch.began(old.client);
  await pause(30);
  watch.began(young.client);
  watch.closeWaitingSince(performance.now() - 20);
  expect(old.destroy).toHaveBeenCalledExactlyOnceWith(expect.any(NoAnswer));
  expect(young.destroy).not.toHaveBeenCalled();
  expect(watch.silentMs()).toBeGreaterThan(25);
  // The end of the closed connection does not count either.
  watch.ended(old.client);
  expect(watch.silentMs()).toBeGreaterThan(25);
});

it('counts from the first unanswered query of a connection, also if a second one is sent', async () => {
  const watch = new Watch();
  const { client, destroy } = aClient();
  watch.began(client);
  await pause(30);
  watch.began(client);
  watch.closeWaitingSince(performance.now() - 20);
  expect(destroy).toHaveBeenCalledOnce();
});
