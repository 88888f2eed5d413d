import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import { exampleValues } from '@kerb/server/platform/http/openapi/example-values.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';

type Content = Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>;
type Operation = { requestBody?: { content: Content }; responses: Record<string, { content?: Content }> };
type Printed = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: object; responses: Record<string, { content?: Content }> };
};

type Example = { where: string; schema: object; example: unknown };

/** Every content of a type of JSON: an example without a value is missing. */
function* examplesIn({ paths, webhooks, components }: Printed): Generator<Example> {
  const within = function* (where: string, content: Content = {}): Generator<Example> {
    for (const [type, { schema, example, examples }] of Object.entries(content)) {
      if (!type.endsWith('json')) continue;
      const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
      for (const value of values) yield { where: `${where} ${type}`, schema, example: value };
    }
  };
  for (const [path, methods] of Object.entries({ ...paths, ...webhooks }))
    for (const [method, { requestBody, responses }] of Object.entries(methods)) {
      yield* within(`${method} ${path}`, requestBody?.content);
      for (const [status, { content }] of Object.entries(responses))
        yield* within(`${method} ${path} ${status}`, content);
    }
  for (const [name, { content }] of Object.entries(components.responses)) yield* within(name, content);
}

describe('the examples of the public document', () => {
  const document = openApiDocument({ sandbox: true, audience: 'public' }) as Printed;
  const examples = [...examplesIn(document)];

  it('are in every body and every answer', () => {
    expect(examples.length).toBeGreaterThan(90);
    expect(examples.filter(({ example }) => example === undefined).map(({ where }) => where)).toEqual([]);
  });

  it('fit their schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'document', components: document.components });
    const wrong = examples.flatMap(({ where, schema, example }) => {
      const linked = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
      return ajv.validate(linked, example) ? [] : [`${where}: ${ajv.errorsText()}`];
    });
    expect(wrong).toEqual([]);
  });

  it('use every value of their table', () => {
    const names = new Set(JSON.stringify(examples.map(({ example }) => example)).match(/"[\w]+":/g));
    const left = Object.keys(exampleValues).filter(
      (key) => !names.has(`"${key.split('.').at(-1)}":`) && !Object.hasOwn(document.components.schemas, key),
    );
    expect(left).toEqual([]);
  });
});
