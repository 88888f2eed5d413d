import type { Session } from '@kerb/domain/session/session.contract.ts';
import { cssVariables, themeFor } from '@kerb/web/design/theme.ts';
import { SessionProvider } from '@kerb/web/platform/session.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

type ProvidersProps = { session: Session | null; queryClient: QueryClient; children: ReactNode };

export function Providers({ session, queryClient, children }: ProvidersProps) {
  return (
    <MantineProvider theme={themeFor(countryRules())} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <SessionProvider value={session}>{children}</SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
