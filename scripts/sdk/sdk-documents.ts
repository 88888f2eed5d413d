import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import { groupsOf, type Operation, operationsOf, type PrintedDocument } from './operations.ts';
import { postmanCollection } from './postman-collection.ts';
import { commentOf, fieldsOf, type Schema, typeOf } from './schema-types.ts';

const heading = '// Printed by `npm run docs` from the public OpenAPI document; do not edit.\n';

export const publicDocument = (): PrintedDocument =>
  openApiDocument({ sandbox: true, audience: 'public' }) as PrintedDocument;

const capital = (name: string): string => name.replace(/^./, (letter) => letter.toUpperCase());
const nameOf = ({ group, name }: Operation, what: string): string => `${capital(group)}${capital(name)}${what}`;

const alias = (name: string, type: string): string => `export type ${name} = ${type};\n`;

const parametersType = ({ parameters }: Operation): string =>
  fieldsOf(
    {
      properties: Object.fromEntries(
        parameters.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
      ),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    },
    '',
  );

const bodyName = (operation: Operation): string =>
  operation.body?.schema.$ref ? typeOf(operation.body.schema) : nameOf(operation, 'Body');

function answerName(operation: Operation): string {
  const { answer } = operation;
  if (answer.form === 'json') return answer.schema.$ref ? typeOf(answer.schema) : nameOf(operation, 'Answer');
  return answer.form === 'file' ? 'Response' : 'void';
}

/** The types of an operation that have no name in the document. */
function ownTypes(operation: Operation): string[] {
  const { parameters, body, answer } = operation;
  const unnamed = (schema: Schema | undefined, what: string) =>
    schema && !schema.$ref ? [alias(nameOf(operation, what), typeOf(schema))] : [];
  return [
    ...(parameters.length > 0 ? [alias(nameOf(operation, 'Parameters'), parametersType(operation))] : []),
    ...unnamed(body?.schema, 'Body'),
    ...unnamed(answer.form === 'json' ? answer.schema : undefined, 'Answer'),
  ];
}

function methodOf(operation: Operation): string {
  const { parameters, body, name, words } = operation;
  const isOptional = !body && parameters.every(({ required }) => !required);
  const taken = [
    ...(parameters.length > 0 ? [`parameters${isOptional ? '?' : ''}: ${nameOf(operation, 'Parameters')}`] : []),
    ...(body ? [`body: ${bodyName(operation)}`] : []),
    'options?: CallOptions',
  ];
  return `${commentOf(words, '    ')}    ${name}: (${taken.join(', ')}) => Promise<${answerName(operation)}>;\n`;
}

function interfaceOf(document: PrintedDocument, operations: readonly Operation[]): string {
  const groups = groupsOf(operations).map(([group, within]) => {
    const words = document.tags.find(({ name }) => name === within[0]?.tag)?.description;
    return `${commentOf(words, '  ')}  ${group}: {\n${within.map(methodOf).join('')}  };\n`;
  });
  return `/** Every call of the API. */\nexport interface Operations {\n${groups.join('')}}\n`;
}

function typesFile(document: PrintedDocument): string {
  const operations = operationsOf(document);
  const components = Object.entries(document.components.schemas).map(([name, schema]) => alias(name, typeOf(schema)));
  const parts = [...components, ...operations.flatMap(ownTypes), interfaceOf(document, operations)];
  return `${heading}\nimport type { CallOptions } from '../call.ts';\n\n${parts.join('\n')}`;
}

function rowOf({ name, method, path, parameters, body, answer, hasKey }: Operation): string {
  const row = {
    ...{ method, path },
    parameters: parameters.map((each) => each.name),
    body: body?.form ?? 'none',
    answer: answer.form,
    hasKey,
  };
  return `    ${name}: ${JSON.stringify(row)},\n`;
}

function operationsFile(document: PrintedDocument): string {
  const groups = groupsOf(operationsOf(document)).map(
    ([group, within]) => `  ${group}: {\n${within.map(rowOf).join('')}  },\n`,
  );
  return [
    heading,
    "import type { OperationRow } from '../call.ts';\n",
    `export const operations: Record<string, Record<string, OperationRow>> = {\n${groups.join('')}};\n`,
  ].join('\n');
}

/** What is printed from the public document, by path: the types and calls of the client, and the collection. */
export function sdkDocuments(): Record<string, string> {
  const document = publicDocument();
  return {
    'sdk/src/generated/types.ts': typesFile(document),
    'sdk/src/generated/operations.ts': operationsFile(document),
    'docs/generated/kerb.postman_collection.json': `${JSON.stringify(postmanCollection(document), null, 2)}\n`,
  };
}
