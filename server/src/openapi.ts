import { openApiDocument } from '@kerb/server/platform/http/openapi-document.ts';

process.stdout.write(`${JSON.stringify(openApiDocument({ sandbox: true }), null, 2)}\n`);
