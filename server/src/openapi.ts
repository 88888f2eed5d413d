import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';

/** `npm run -s openapi` prints the document for integrations, with `-- --internal` that of all endpoints. */
const audience = process.argv.includes('--internal') ? 'internal' : 'public';
process.stdout.write(`${JSON.stringify(openApiDocument({ sandbox: true, audience }), null, 2)}\n`);
