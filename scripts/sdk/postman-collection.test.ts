import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { textOf } from '../tidy/source.ts';
import { operationsOf } from './operations.ts';
import { publicDocument } from './sdk-documents.ts';

type Request = {
  method: string;
  url: { raw: string; path: string[]; query: { key: string; disabled: boolean }[]; variable: { key: string }[] };
  header: { key: string }[];
  body?: { mode: string; raw?: string };
};
type Collection = { item: { name: string; item: { request: Request }[] }[] };

const collection: Collection = JSON.parse(textOf('docs/generated/kerb.postman_collection.json'));
const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request));
const document = publicDocument();
const operations = operationsOf(document);

const callOf = ({ method, url }: Request) => `${method} /${url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: document.components });

describe('the collection', () => {
  it('has each call of the public document once', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(requests.map(callOf).toSorted()).toEqual(
      documented.filter((call) => call !== 'POST /oauth/token').toSorted(),
    );
  });

  it('has the parameters and the key of each call', () => {
    for (const operation of operations) {
      const request = requests.find((each) => callOf(each) === `${operation.method} ${operation.path}`);
      const named = [...(request?.url.variable ?? []), ...(request?.url.query ?? [])].map(({ key }) => key);
      expect(named.toSorted()).toEqual(operation.parameters.map(({ name }) => name).toSorted());
      expect(request?.header.some(({ key }) => key === 'Idempotency-Key')).toBe(operation.hasKey);
    }
  });

  it('has bodies that fit their schema', () => {
    const wrong = operations.flatMap((operation) => {
      const request = requests.find((each) => callOf(each) === `${operation.method} ${operation.path}`);
      if (operation.body?.form !== 'json') return [];
      const schema = JSON.parse(JSON.stringify(operation.body.schema).replaceAll('"#/', '"document#/'));
      const isValid = ajv.validate(schema, JSON.parse(request?.body?.raw ?? ''));
      return isValid ? [] : [`${operation.method} ${operation.path}: ${ajv.errorsText()} ${request?.body?.raw}`];
    });
    expect(wrong).toEqual([]);
  });
});
