import { isOfEveryAddress, statusesOf } from '@kerb/domain/wire/statuses.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';

/** Answers of this test whose status the contract of their endpoint does not name. */
const undeclared = new Set<string>();

export function takeUndeclared(): string[] {
  const taken = [...undeclared];
  undeclared.clear();
  return taken;
}

const routeOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Compares the status of every answer with the contract. The setup fails the test that got another one. */
export function watchStatuses(app: App): App {
  const declared = new Map(app.endpoints.map((endpoint) => [routeOf(endpoint), statusesOf(endpoint)]));
  app.addHook('onSend', async ({ method, routeOptions }, { statusCode }) => {
    const address = `${method} ${routeOptions.url}`;
    const statuses = declared.get(address);
    if (!statuses || isOfEveryAddress(statusCode) || statuses.includes(statusCode)) return;
    undeclared.add(`${address} answered ${statusCode}`);
  });
  return app;
}
