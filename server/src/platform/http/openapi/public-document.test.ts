import { scopesFor } from '@kerb/domain/access/scope-permissions.ts';
import { allEndpoints } from '@kerb/domain/endpoints.ts';
import { addressesAsText, apiWords, deprecatedFields } from '@kerb/domain/integrations/api-words.ts';
import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import { operationWords, parameterWords, tagWords } from '@kerb/server/platform/http/openapi/operation-words.ts';
import { allWords, usedWords } from '@kerb/server/platform/http/openapi/schemas.ts';
import { describe, expect, it } from 'vitest';

type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };
type Operation = {
  operationId: string;
  description?: string;
  tags: string[];
  parameters?: { name: string; in: string; description?: string; schema: Schema }[];
};
type Document = {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const document = openApiDocument({ sandbox: true, audience: 'public' }) as Document;
const usedInPublic = new Set(usedWords);
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

/** Every value within the document, with its path. */
function* parts(value: unknown, path = ''): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value as Schema];
  for (const [name, inner] of Object.entries(value)) yield* parts(inner, `${path}/${name}`);
}
const all = [...parts(document)];
const isSchemaOfObject = (path: string) => !path.endsWith('/properties');

describe('the public document', () => {
  it('has exactly the calls that a program may send', () => {
    const isCalled = allEndpoints.filter((each) => each.permission !== 'anyone' && scopesFor(each)?.length !== 0);
    const expected = isCalled.map(({ method, path }) => `${method} ${path}`);
    const printed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(printed.toSorted()).toEqual([...expected, 'POST /oauth/token'].toSorted());
  });

  it('describes every operation, parameter, property and group', () => {
    const unsaid = operations.flatMap(({ operationId, description, parameters = [] }) => [
      ...(description === undefined || (operationId !== 'oauth_token' && !operationWords[operationId])
        ? [operationId]
        : []),
      ...parameters.filter((each) => !each.description).map(({ name }) => `${operationId} ${name}`),
    ]);
    const properties = all.flatMap(([path, { properties: named = {} }]) =>
      isSchemaOfObject(path)
        ? Object.entries(named).flatMap(([name, { description }]) => (description ? [] : [`${path} ${name}`]))
        : [],
    );
    const tags = document.tags.filter(({ description }) => !description).map(({ name }) => name);
    expect([...unsaid, ...properties, ...tags]).toEqual([]);
  });

  it('leaves no sentence over', () => {
    const ids = new Set(operations.map(({ operationId }) => operationId));
    const names = new Set(
      operations.flatMap(({ operationId, parameters = [] }) =>
        parameters.flatMap(({ name }) => [name, `${operationId}.${name}`]),
      ),
    );
    const left = [
      ...Object.keys(allWords).filter((key) => !usedInPublic.has(key)),
      ...Object.keys(operationWords).filter((key) => !ids.has(key)),
      ...Object.keys(parameterWords).filter((key) => !names.has(key)),
      ...Object.keys(tagWords).filter((key) => !document.tags.some(({ name }) => name === key)),
    ];
    expect(left).toEqual([]);
  });

  it('names its main records, and each reference leads to one', () => {
    const { schemas } = document.components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Campaign', 'Payer', 'Document', 'Property', 'Webhook', 'Event', 'Problem']),
    );
    const references = all.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    const missing = references.filter((ref) => {
      const name = /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1];
      return name !== undefined && !Object.hasOwn(schemas, name);
    });
    expect(missing).toEqual([]);
    expect(references.filter((ref) => ref.endsWith('/Campaign')).length).toBeGreaterThan(2);
  });

  it('says days, amounts and ids as ordinary validators know them', () => {
    const odd = all.filter(([, { multipleOf, pattern, format }]) => {
      const isLong = typeof pattern === 'string' && pattern.length > 60;
      return multipleOf !== undefined || isLong || format === 'digits';
    });
    expect(odd.map(([path]) => path)).toEqual([]);
    const { properties = {} } = document.components.schemas.NewCampaign ?? {};
    expect(properties.campaignPlannedStartDate).toMatchObject({ type: 'string', format: 'date' });
    const list = document.paths['/v1/agreements']?.get?.parameters ?? [];
    const schemaOf = (name: string) => list.find((each) => each.name === name)?.schema;
    expect(schemaOf('page')).toEqual({ type: 'integer', minimum: 1, default: 1 });
    expect(schemaOf('tenantId')).toEqual({ type: 'integer', minimum: 1 });
    expect(schemaOf('status')).toMatchObject({ type: 'array', items: { enum: expect.arrayContaining(['draft']) } });
  });

  it('says which parts of a campaign a save cannot change', () => {
    const { properties = {} } = document.components.schemas.CampaignChange ?? {};
    const isReadOnly = (name: string) => properties[name]?.readOnly === true;
    expect(['id', 'lastUpdateDate', 'statusLastUpdate', 'budgetOwnerTenant', 'sentDate'].map(isReadOnly)).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    expect(['name', 'campaignBudget', 'externalRef', 'metadata', 'agentEmail'].some(isReadOnly)).toBe(false);
  });

  it('says whom to ask and how much a program may send: linters and clients look there', () => {
    const { info } = openApiDocument({ sandbox: false, audience: 'public', publicUrl: 'https://kerb.example' }) as {
      info: { contact: object; description: string };
    };
    expect(info.contact).toEqual({ name: 'Support', url: 'https://kerb.example/developer' });
    expect(info.description).toContain('600 requests in 1 minute and ask for 120 tokens in 15 minutes');
  });

  it('links with objects, and names each address that is text', () => {
    const texts = all.flatMap(([path, { properties = {} }]) =>
      isSchemaOfObject(path)
        ? Object.entries(properties).flatMap(([name, { deprecated }]) =>
            /[a-z](Href|Url|Uri)$/.test(name) && !deprecated ? [name] : [],
          )
        : [],
    );
    expect([...new Set(texts)].toSorted()).toEqual(Object.keys(addressesAsText).toSorted());
    for (const { component, field, use } of deprecatedFields) {
      const { properties = {} } = document.components.schemas[component] ?? {};
      expect(properties[field], component).toMatchObject({ deprecated: true });
      expect(properties[use], component).toMatchObject({ properties: { href: { type: 'string' } } });
    }
  });

  it('says which word is which, with names that it has', () => {
    const text = JSON.stringify({ paths: document.paths, components: document.components });
    for (const { names } of apiWords) for (const name of names) expect(text).toContain(name);
    const { info } = document as unknown as { info: { description: string } };
    expect(info.description).toContain('`/v1/agreements`, `/v2/campaigns`');
  });

  it('gives each operation a name of words', () => {
    for (const { operationId } of operations) expect(operationId).toMatch(/^[a-z][A-Za-z]*_[a-zA-Z]+$/);
  });

  it('is less than half of the internal one', () => {
    const internal = JSON.stringify(openApiDocument({ sandbox: true, audience: 'internal' }));
    expect(JSON.stringify(document).length).toBeLessThan(internal.length / 2);
  });
});
