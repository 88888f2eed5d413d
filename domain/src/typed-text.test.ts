import { allEndpoints } from '@kerb/domain/endpoints.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] } & Record<
  string,
  unknown
>;
type Path = (string | number)[];

/** The paths of every text in a JSON schema that is neither a list of words nor of a fixed form. */
function textsOf(schema: Schema, path: Path = []): Path[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => textsOf(each, [...path, name]));
  const items = schema.items ? textsOf(schema.items, [...path, 0]) : [];
  const either = (schema.anyOf ?? []).flatMap((each) => textsOf(each, path));
  const isText = schema.type === 'string' && !('enum' in schema || 'const' in schema || 'pattern' in schema);
  return [...(isText ? [path] : []), ...inside, ...items, ...either];
}

/** An object with one value at a path. */
const withValue = ([first, ...rest]: Path, value: unknown): unknown => {
  if (first === undefined) return value;
  const inner = withValue(rest, value);
  return typeof first === 'number' ? [inner] : { [first]: inner };
};

/** These are only compared or parsed, and never shown as they were sent. */
// biome-ignore format: a table
const exceptions = [
  / \w*password$/i,                       // of any characters
  / (code|authorisationCode)$/,           // of six digits
  / (\w+\.)?href$/, / tenant(Name|TimeZone)$/, // sent back unchanged
  /^POST \/v1\/tenants\/\{tenantId\}\/(team|campaign)-imports(\/check)? text$/, // a file of the user
  /^PUT \/v1\/(list-views|tenants\/\{tenantId\}\/shared-views) search$/, // the address of a list
];

const texts = allEndpoints.flatMap((endpoint: Endpoint) => {
  if (!endpoint.body) return [];
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Schema;
  return textsOf(schema).map((path) => ({
    endpoint,
    path,
    name: `${endpoint.method} ${endpoint.path} ${path.join('.')}`,
  }));
});

function isRefused({ endpoint, path }: (typeof texts)[number], typed: string): boolean {
  const result = z.safeDecode(endpoint.body as z.ZodMiniType, withValue(path, typed) as never);
  const place = JSON.stringify(path);
  return (
    !result.success && result.error.issues.some((issue) => JSON.stringify(issue.path.slice(0, path.length)) === place)
  );
}

// biome-ignore format: a table
const hostile = {
  'reordered':        'ab\u202ecd',
  'isolated':         'ab\u2066cd',
  'zero width':       'ab\u200bcd',
  'line separator':   'ab\u2028cd',
  'escape':           'ab\u001b[31mcd',
  'delete':           'ab\u007fcd',
  'private use':      'ab\ue0001\ue001cd',
  'byte order mark':  'ab\ufeffcd',
};

describe('every text of every request', () => {
  const checked = texts.filter(({ name }) => !exceptions.some((exception) => exception.test(name)));

  it('is known: there are many', () => {
    expect(checked.length).toBeGreaterThan(150);
  });

  it.each(Object.entries(hostile))('refuses hidden characters, at its field: %s', (_what, typed) => {
    expect(checked.filter((each) => !isRefused(each, typed)).map(({ name }) => name)).toEqual([]);
  });

  it('is one line, or one of these, which may have several', () => {
    const names = checked.filter((each) => !isRefused(each, 'ab\r\ncd')).map(({ name }) => name);
    const fields = [...new Set(names.map((name) => name.slice(name.lastIndexOf(' ') + 1)))];
    expect(fields.sort()).toEqual([
      'agentNotes',
      'answer',
      'body',
      'callBackNote',
      'campaignBudgetDescription',
      'campaignFinanceNotes',
      'campaignNotes',
      'canPay',
      'description',
      'equityReferralSettings.body',
      'interestRateTerms',
      'internalNotes',
      'note',
      'publicKey',
      'reason',
      'returned.description',
      'statusReason',
    ]);
  });
});
