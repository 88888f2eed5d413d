import type { Schema } from './schema-types.ts';

type Examples = Record<string, { value: unknown }>;
type Content = Record<string, { schema: Schema; example?: unknown; examples?: Examples }>;
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
export type DocumentedOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
export type PrintedDocument = {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
};

/** A call as the client sends it. */
export type Operation = {
  group: string;
  name: string;
  tag: string;
  method: string;
  path: string;
  words: string;
  /** Of the path and the query, as one object. */
  parameters: Parameter[];
  body: { form: 'json' | 'multipart'; schema: Schema; example?: unknown } | null;
  answer: { form: 'json'; schema: Schema } | { form: 'file' | 'none' };
  /** The call takes an Idempotency-Key. */
  hasKey: boolean;
};

const json = 'application/json';
const multipart = 'multipart/form-data';

function bodyOf({ operationId, requestBody }: DocumentedOperation): Operation['body'] {
  if (!requestBody) return null;
  const { [json]: plain, [multipart]: form } = requestBody.content;
  // The first country's, where the countries ask for different things.
  const [own] = Object.values(plain?.examples ?? {});
  if (plain) return { form: 'json', schema: plain.schema, example: plain.example ?? own?.value };
  if (form) return { form: 'multipart', schema: form.schema };
  throw new Error(`${operationId} has a body of an unknown type`);
}

function answerOf({ responses }: DocumentedOperation): Operation['answer'] {
  const success = Object.entries(responses).find(([status]) => /^2\d\d$/.test(status))?.[1];
  const schema = success?.content?.[json]?.schema;
  if (schema) return { form: 'json', schema };
  return { form: success?.content ? 'file' : 'none' };
}

function operationOf(path: string, method: string, documented: DocumentedOperation): Operation {
  const { operationId, parameters = [], tags, summary } = documented;
  const [group = '', name = ''] = operationId.split('_');
  const named = parameters.filter((each) => each.in !== 'header');
  if (new Set(named.map((each) => each.name)).size !== named.length) throw new Error(`${operationId} names one twice`);
  return {
    ...{ group, name, path, tag: tags[0] ?? '' },
    method: method.toUpperCase(),
    words: `${summary}.`,
    parameters: named,
    body: bodyOf(documented),
    answer: answerOf(documented),
    hasKey: parameters.some((each) => each.name === 'Idempotency-Key'),
  };
}

/** Every call of the document but that for a token, which clients send by themselves. */
export const operationsOf = ({ paths }: PrintedDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== 'oauth_token')
      .map(([method, documented]) => operationOf(path, method, documented)),
  );

export const groupsOf = (operations: readonly Operation[]): [string, Operation[]][] => [
  ...Map.groupBy(operations, ({ group }) => group),
];
