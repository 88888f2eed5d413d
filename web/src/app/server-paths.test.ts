import { serverPathPattern } from '@kerb/domain/server-paths.ts';
import { createAppRouter } from '@kerb/web/app/router.tsx';
import { createQueryClient } from '@kerb/web/platform/query-client.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';

describe('the paths of the server', () => {
  it('include no screen of the web app', () => {
    const router = createAppRouter({ session: null, queryClient: createQueryClient() }, createMemoryHistory());
    const screens = Object.values(router.routesById).map(({ fullPath }) => String(fullPath ?? '/'));
    expect(screens.length).toBeGreaterThan(20);
    const pattern = new RegExp(serverPathPattern);
    expect(screens.filter((path) => pattern.test(path.replaceAll(/\$\w+/g, '1')))).toEqual([]);
  });
});
