import { type IdentityOutcome, sandboxEndpoints } from '@kerb/domain/sandbox/sandbox.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { setServerNow } from '@kerb/web/platform/clock.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

export const sandboxQueries = {
  messages: () =>
    queryOptions({
      queryKey: ['sandbox', 'messages'],
      queryFn: ({ signal }) => call(sandboxEndpoints.messages, { query: { page: 1, perPage: 100 }, signal }),
    }),
  clock: () =>
    queryOptions({
      queryKey: ['sandbox', 'clock'],
      queryFn: ({ signal }) => call(sandboxEndpoints.clock, { signal }),
    }),
  identity: (entityId: string) =>
    queryOptions({
      queryKey: ['sandbox', 'identity', entityId],
      queryFn: ({ signal }) => call(sandboxEndpoints.identity, { params: { entityId }, signal }),
    }),
};

export function useLeaveIdentity(entityId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (outcome: IdentityOutcome) =>
      call(sandboxEndpoints.leaveIdentity, { params: { entityId }, body: { outcome } }),
    onSuccess: (profile) => queryClient.setQueryData(sandboxQueries.identity(entityId).queryKey, profile),
  });
}

/** Everything on the screen may have changed: reminders become due and campaigns age when the clock moves. */
export function useMoveClock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (offsetDays: number) => call(sandboxEndpoints.moveClock, { body: { offsetDays } }),
    onSuccess: async (clock) => {
      setServerNow(clock.now);
      queryClient.setQueryData(sandboxQueries.clock().queryKey, clock);
      await queryClient.invalidateQueries();
    },
  });
}
