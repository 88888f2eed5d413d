import type { clockEndpoints } from '@kerb/domain/sandbox/clock.contract.ts';
import { asSent, type PlainCall } from '@kerb/domain/wire/plain-call.ts';

export const clockCall: PlainCall<typeof clockEndpoints.clock> = {
  method: 'GET',
  path: '/v1/sandbox/clock',
  permission: 'anyone',
  read: asSent,
};
