import { resolveReferences } from '@kerb/web/features/developer/resolve-references.ts';
import { expect, it } from 'vitest';

const payer = {
  type: 'object',
  properties: { name: { type: 'string' }, again: { $ref: '#/components/schemas/Payer' } },
};

it('puts a named schema where it is referred to, with its own description', () => {
  const document = {
    components: { schemas: { Payer: payer } },
    paths: { '/v1/payers': { schema: { $ref: '#/components/schemas/Payer', description: 'Who pays' } } },
    other: { $ref: '#/components/responses/Problem' },
  };
  expect(resolveReferences(document)).toEqual({
    paths: { '/v1/payers': { schema: { ...payer, description: 'Who pays' } } },
    other: { $ref: '#/components/responses/Problem' },
  });
});

it('puts the meaning of a named response where it is referred to, without the fields that all have', () => {
  const NotFound = { description: 'There is no such record', content: { 'application/problem+json': {} } };
  const responses = { 404: { $ref: '#/components/responses/NotFound' } };
  expect(resolveReferences({ components: { responses: { NotFound } }, responses })).toEqual({
    responses: { 404: { description: 'There is no such record' } },
  });
});
