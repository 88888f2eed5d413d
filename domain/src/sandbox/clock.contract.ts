import { moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const clock = z.object({ now: moment, offsetDays: z.int() });

/** Mounted only in a sandbox. Every page of a sandbox reads the clock when it starts. */
// biome-ignore format: a table
export const clockEndpoints = defineEndpoints({
  clock:     { method: 'GET',  path: '/v1/sandbox/clock', permission: 'anyone', summary: 'Read the sandbox’s clock', response: clock },
  moveClock: { method: 'POST', path: '/v1/sandbox/clock', permission: 'anyone', summary: 'Move the sandbox’s clock forward, or back to today with 0', body: z.strictObject({ offsetDays: z.int().check(z.minimum(0), z.maximum(3650)) }), response: clock },
});
