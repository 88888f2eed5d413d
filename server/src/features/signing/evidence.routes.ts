import { evidenceEndpoints, evidenceSchema } from '@kerb/domain/signing/evidence.contract.ts';
import { readEvidence } from '@kerb/server/features/signing/read-evidence.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';

/** The evidence of a signature, and its format for programs that read it. */
export function evidenceRoutes(app: App, deps: Deps): void {
  mount(app, evidenceEndpoints.read, async ({ scope, by, params }) => {
    await countAttempt(deps.db, 'evidencePerPerson', String(scope.actor.userId));
    return readEvidence(deps, scope, by, params.id);
  });

  const schema = evidenceSchema();
  mount(app, evidenceEndpoints.schema, async () => schema);
}
