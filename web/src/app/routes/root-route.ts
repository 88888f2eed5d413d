import type { Session } from '@kerb/domain/session/session.contract.ts';
import { FailedScreen } from '@kerb/web/app/failed.screen.tsx';
import { NotFoundScreen } from '@kerb/web/app/not-found.screen.tsx';
import { Shell } from '@kerb/web/app/shell.tsx';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

export type RouterContext = { session: Session | null; queryClient: QueryClient };

export const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  errorComponent: FailedScreen,
});
