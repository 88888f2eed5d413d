import { historyEndpoints } from '@kerb/domain/history/history.contract.ts';
import { readHistory } from '@kerb/server/features/history/read-history.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';

export function historyRoutes(app: App, deps: Deps): void {
  mount(app, historyEndpoints.list, ({ scope, params, query }) =>
    deps.reader.read(({ db }) => readHistory({ ...deps, db }, scope, { ...params, ...query })),
  );
}
