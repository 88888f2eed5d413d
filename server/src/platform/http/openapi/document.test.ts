import { scopes } from '@kerb/domain/access/scopes.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { allEndpoints } from '@kerb/domain/endpoints.ts';
import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildersFor } from '../../../../test/builders.ts';
import { type Stage, startStage } from '../../../../test/harness.ts';

type Content = { example?: object; examples?: Record<string, { value: object }> };
type Operation = { requestBody?: { content: Record<string, Content> } };
type Printed = { paths: Record<string, Record<string, Operation>> };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});

describe('the OpenAPI document', () => {
  it.each(['public', 'internal'] as const)('is valid OpenAPI 3.1 (%s)', async (audience) => {
    const result = await new Validator().validate(openApiDocument({ sandbox: true, audience }));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('describes exactly the mounted endpoints', () => {
    const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(allEndpoints.map(nameOf).sort()).toEqual(stage.app.endpoints.map(nameOf).sort());
  });

  it('gives each operation a unique name', () => {
    const paths = openApiDocument({ sandbox: true, audience: 'internal' }).paths as Record<
      string,
      Record<string, { operationId: string }>
    >;
    const names = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId));
    expect(new Set(names).size).toBe(names.length);
  });

  it('explains how to get a token and what a webhook receives', () => {
    const { paths, webhooks } = openApiDocument({ sandbox: true, audience: 'internal' }) as Record<
      string,
      Record<string, object>
    >;
    expect(paths?.['/oauth/token']).toHaveProperty('post.requestBody.content.application/x-www-form-urlencoded');
    expect(webhooks).toHaveProperty('event.post.requestBody');
  });

  it('tells the scopes of each operation', () => {
    type Operation = { operationId: string; description?: string; security?: unknown; 'x-scopes'?: unknown };
    const paths = openApiDocument({ sandbox: true, audience: 'internal' }).paths as Record<
      string,
      Record<string, Operation>
    >;
    const scopesOf = (path: string, method: string) => paths[path]?.[method]?.['x-scopes'];
    expect(scopesOf('/v1/agreements', 'get')).toEqual(['campaigns:read']);
    expect(paths['/v1/agreements']?.get?.description).toContain(
      'Permission: `agreement.read`. Scope: `campaigns:read`. As `text/csv` also `exports`.',
    );
    expect(scopesOf('/v1/tenants/{tenantId}/settings', 'get')).toEqual(['settings:read']);
    expect(scopesOf('/v1/tenants/{tenantId}/settings', 'put')).toEqual([]);
    expect(scopesOf('/v1/account', 'put')).toEqual([]);
    expect(scopesOf('/v1/session', 'get')).toEqual(scopes);
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const unsaid = operations.filter((each) => each.security === undefined && !Array.isArray(each['x-scopes']));
    expect(unsaid.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('leaves out what only a sandbox has, elsewhere', () => {
    const pathsOf = (sandbox: boolean) =>
      Object.keys(openApiDocument({ sandbox, audience: 'internal' }).paths as object);
    expect(pathsOf(true).filter((path) => path.includes('sandbox')).length).toBeGreaterThan(3);
    expect(pathsOf(false).filter((path) => path.includes('sandbox'))).toEqual([]);
    expect(pathsOf(false)).toContain('/v1/agreements');
  });

  it('has examples of bodies that the contracts take', () => {
    const { paths } = openApiDocument({ sandbox: true, audience: 'internal' }) as Printed;
    const refused = allEndpoints.flatMap(({ method, path, body }) => {
      if (!body) return [];
      const content = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json'];
      const examples = content?.examples
        ? Object.values(content.examples).map(({ value }) => value)
        : [content?.example];
      return examples.flatMap((example) => {
        const { success, error } = z.safeDecode(body as z.ZodMiniType, example as never);
        return success ? [] : [`${method} ${path} ${JSON.stringify(example)} ${JSON.stringify(error?.issues)}`];
      });
    });
    expect(refused).toEqual([]);
  });

  it('has an example of a property for each country, with what its addresses need', () => {
    const { paths } = openApiDocument({ sandbox: true, audience: 'public' }) as Printed;
    const { examples = {} } =
      paths['/v1/agreements/{id}/property']?.post?.requestBody?.content['application/json'] ?? {};
    for (const { code, address } of Object.values(countries)) {
      expect(examples[code]?.value, code).toMatchObject({
        postalCode: address.postcode.example,
        ...(address.state && { state: address.state.names[0] }),
      });
      expect(Object.keys(examples[code]?.value ?? {}).includes('state'), code).toBe(address.state !== null);
    }
  });

  it('has examples with which a program raises a campaign, as they are', async () => {
    const { paths } = openApiDocument({ sandbox: true, audience: 'public' }) as Printed;
    const exampleOf = (path: string) => paths[path]?.post?.requestBody?.content['application/json']?.example;
    const build = buildersFor(stage);
    const tenantId = await build.aTenant();
    const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    const post = (url: string, body: object | undefined) => stage.as(manager.userId)('POST', url, body);
    const mine = { ...exampleOf('/v1/agreements'), tenant: { href: `/v1/tenants/${tenantId}` } };
    const made = await post('/v1/agreements', mine);
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json();
    const payer = await post(`/v2/campaigns/${id}/vendors`, exampleOf('/v2/campaigns/{id}/vendors'));
    expect(payer.statusCode, payer.body).toBe(201);
  });

  it('is served to everyone', async () => {
    const answer = await stage.as(null)('GET', '/v1/openapi.json');
    expect(answer.json().openapi).toBe('3.1.0');
  });
});
