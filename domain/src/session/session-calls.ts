import type { sessionEndpoints } from '@kerb/domain/session/session.contract.ts';
import { asSent, type PlainCall } from '@kerb/domain/wire/plain-call.ts';

type Endpoints = typeof sessionEndpoints;
type Called = 'read' | 'exchange' | 'refresh';

const shortestTicket = 20;
const longestTicket = 200;

/** Whether the server can have made this ticket or token. */
export const isTicket = (text: string): boolean => text.length >= shortestTicket && text.length <= longestTicket;

// biome-ignore format: a table
export const sessionCalls: { [Name in Called]: PlainCall<Endpoints[Name]> } = {
  read:     { method: 'GET',  path: '/v1/session', permission: 'session.read', read: asSent },
  exchange: { method: 'POST', path: '/v1/session/exchange', permission: 'anyone', read: asSent },
  refresh:  { method: 'POST', path: '/v1/session/refresh', permission: 'anyone', read: asSent },
};
