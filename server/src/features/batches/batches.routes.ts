import { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { sumOwed } from '@kerb/server/features/batches/sum-owed.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';

export function batchRoutes(app: App, deps: Deps): void {
  // Only admins get here, and they see every organisation.
  mount(app, batchEndpoints.owed, () => sumOwed(deps));
}
