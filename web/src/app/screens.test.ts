import { isScreen, sandboxScreens, screens } from '@kerb/domain/shell/screens.ts';
import { createAppRouter } from '@kerb/web/app/router.tsx';
import { createQueryClient } from '@kerb/web/platform/query-client.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';

describe('the screens that the server knows', () => {
  it('are exactly the routes of the web app', () => {
    const router = createAppRouter({ session: null, queryClient: createQueryClient() }, createMemoryHistory());
    const paths = Object.values(router.routesById).map(({ fullPath }) => String(fullPath ?? '/'));
    const named = paths.map((path) => path.replaceAll(/\$(\w+)/g, '{$1}').replace(/(?<=.)\/$/, ''));
    expect([...new Set(named)].sort()).toEqual([...screens, ...sandboxScreens].sort());
  });

  it('include those of a sandbox only in a sandbox', () => {
    expect([isScreen('/sandbox/clock', true), isScreen('/sandbox/clock', false)]).toEqual([true, false]);
  });
});
