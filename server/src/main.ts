import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before the product is imported, so that Node keeps its compiled code for the next start. NODE_COMPILE_CACHE names
// another folder. If the folder cannot be written, the start only takes longer.
enableCompileCache(fileURLToPath(new URL('../../.cache/compile', import.meta.url)));
await import('@kerb/server/serve.ts');
