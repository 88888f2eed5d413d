import type { Pulse } from '@kerb/server/platform/database/heartbeat.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { statusRoutes } from '@kerb/server/platform/http/status.routes.ts';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { readableLog } from '../../../test/log-lines.ts';

type State = { answers: boolean; silentMs: number; isDraining: boolean };

async function statusWith({ answers, silentMs, isDraining }: State) {
  const app = Object.assign(Fastify(), { draining: { isOn: isDraining } }) as never as App;
  const pulse: Pulse = { answers: async () => answers, silentMs: () => silentMs };
  statusRoutes(app, { pulse, log: readableLog().log });
  const [health, ready] = await Promise.all(['/health', '/ready'].map((url) => app.inject({ url })));
  return { health: health?.statusCode, ready: ready?.statusCode };
}

// biome-ignore format: a table
it.each<[string, State, { health: number; ready: number }]>([
  ['that works',                                   { answers: true,  silentMs: 0,      isDraining: false }, { health: 200, ready: 200 }],
  ['whose database is away',                       { answers: false, silentMs: 0,      isDraining: false }, { health: 200, ready: 503 }],
  ['whose queries got no answer for a minute',     { answers: false, silentMs: 60_000, isDraining: false }, { health: 503, ready: 503 }],
  ['that waits for an answer, but not for long',   { answers: true,  silentMs: 59_000, isDraining: false }, { health: 200, ready: 200 }],
  ['that is about to stop',                        { answers: true,  silentMs: 0,      isDraining: true  }, { health: 200, ready: 503 }],
])('a server %s says so', async (_which, state, expected) => {
  expect(await statusWith(state)).toEqual(expected);
});
