import { buildWhereStale } from './build.ts';

const code = await buildWhereStale();
if (code !== 0) process.exit(code);

// In this process, so that a signal or a supervisor reaches the server itself.
await import('@kerb/server/main.ts');
