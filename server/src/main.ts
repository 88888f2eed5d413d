import { enableCompileCache, flushCompileCache, setSourceMapsSupport } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtServer } from '@kerb/server/built-server.ts';
import type { serve } from '@kerb/server/serve.ts';

const { values } = parseArgs({
  options: {
    /** Runs the source files, for debuggers and for watching files. */
    source: { type: 'boolean', default: false },
    /** Loads the code and stops, so that its compiled form is stored. */
    'only-load': { type: 'boolean', default: false },
  },
  // `npm start` has arguments of its own.
  strict: false,
});

// Before the product is imported, so that Node keeps its compiled code for the next start. NODE_COMPILE_CACHE names
// another folder. If the folder cannot be written, the start only takes longer.
enableCompileCache(fileURLToPath(new URL('../../.cache/compile', import.meta.url)));
const built = values.source ? null : builtServer();
// A stack then names the source files, with their lines.
if (built) setSourceMapsSupport(true);
const server: { serve: typeof serve } = await import(built?.href ?? '@kerb/server/serve.ts');
if (!values['only-load']) await server.serve();
// A server that is killed writes nothing at its end.
flushCompileCache();
