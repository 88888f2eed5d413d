import { groupsOf, type Operation, operationsOf, type PrintedDocument } from './operations.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The collection asks for a token itself, with the two variables that a manager gets in the product. */
const auth = {
  type: 'oauth2',
  oauth2: Object.entries({
    grant_type: 'client_credentials',
    accessTokenUrl: '{{baseUrl}}/oauth/token',
    clientId: '{{clientId}}',
    clientSecret: '{{clientSecret}}',
    client_authentication: 'body',
    addTokenTo: 'header',
  }).map(([key, value]) => ({ key, value, type: 'string' })),
};

const isInPath = (path: string, name: string): boolean => path.includes(`{${name}}`);

function urlOf({ path, parameters }: Operation) {
  const steps = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const named = (inPath: boolean) => parameters.filter(({ name }) => isInPath(path, name) === inPath);
  return {
    raw: `{{baseUrl}}/${steps}`,
    host: ['{{baseUrl}}'],
    path: steps.split('/'),
    query: named(false).map(({ name, description, required }) => ({
      ...{ key: name, value: '', description },
      disabled: !required,
    })),
    variable: named(true).map(({ name, description }) => ({ key: name, value: '1', description })),
  };
}

function bodyOf({ body }: Operation) {
  if (!body) return {};
  if (body.form === 'multipart') {
    const formdata = Object.entries(body.schema.properties ?? {}).map(([key, { description, format }]) => ({
      ...{ key, description },
      ...(format === 'binary' ? { type: 'file', src: '' } : { type: 'text', value: '' }),
    }));
    return { body: { mode: 'formdata', formdata } };
  }
  const raw = JSON.stringify(body.example, null, 2);
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } };
}

const requestOf = (operation: Operation) => ({
  name: operation.words,
  request: {
    method: operation.method,
    // Postman writes a new one for each request that is sent.
    header: operation.hasKey ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : [],
    url: urlOf(operation),
    ...bodyOf(operation),
  },
});

/** Every call of the document as a collection for Postman. Bruno, Insomnia and Hoppscotch import it too. */
export function postmanCollection(document: PrintedDocument): object {
  const groups = groupsOf(operationsOf(document)).map(([, within]) => ({
    name: within[0]?.tag ?? '',
    description: document.tags.find(({ name }) => name === within[0]?.tag)?.description ?? '',
    item: within.map(requestOf),
  }));
  return {
    info: { name: 'Kerb', description: 'Set baseUrl, clientId and clientSecret, then get a token.', schema },
    auth,
    variable: ['baseUrl', 'clientId', 'clientSecret'].map((key) => ({ key, value: '' })),
    item: groups,
  };
}
