import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { InjectOptions } from 'fastify';
import type { Stage } from './harness.ts';

export type Made = {
  id: number;
  clientId: string;
  clientSecret: string;
  credentials: { id: number; keyId: string | null; algorithm: string | null; expiryDate: string }[];
};
export type Wanted = { scopes?: readonly Scope[]; [more: string]: unknown };

/** Creates programs over HTTP, asks for their tokens and calls the API with them. */
export function clientsOn(stage: Stage) {
  const create = (userId: number, tenantId: number, { scopes: held = scopes, ...more }: Wanted = {}) =>
    stage.as(userId)('POST', `/v1/tenants/${tenantId}/service-identities`, { name: 'Sync', scopes: held, ...more });

  async function aClient(userId: number, tenantId: number, wanted: Wanted = {}): Promise<Made> {
    const answer = await create(userId, tenantId, wanted);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  }

  const askWith = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    stage.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ grant_type: 'client_credentials', ...fields }).toString(),
    });
  const ask = (
    { clientId, clientSecret }: Pick<Made, 'clientId' | 'clientSecret'>,
    more: Record<string, string> = {},
  ) => askWith({ client_id: clientId, client_secret: clientSecret, ...more });

  async function tokenOf(made: Made, more: Record<string, string> = {}): Promise<string> {
    const answer = await ask(made, more);
    return must(answer.json().access_token, answer.body);
  }

  /** Calls the API with a token. */
  const withToken =
    (token: string) =>
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown, headers = {}) => {
      const request: InjectOptions = { method, url, headers: { authorization: `Bearer ${token}`, ...headers } };
      return stage.app.inject({ ...request, ...(payload !== undefined && { payload: payload as object }) });
    };

  return { create, aClient, ask, askWith, tokenOf, withToken };
}
