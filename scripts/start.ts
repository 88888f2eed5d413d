import { buildWhereStale } from './build.ts';

const code = await buildWhereStale();
if (code !== 0) process.exit(code);

// Imported into this process, so that signals reach the server itself.
await import('@kerb/server/main.ts');
