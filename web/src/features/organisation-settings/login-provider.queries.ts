import { loginProviderEndpoints, type OrganisationLogin } from '@kerb/domain/organisations/login-provider.contract.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const loginOf = (tenantId: number) =>
  queryOptions({
    queryKey: ['login-provider', tenantId],
    queryFn: ({ signal }) => call(loginProviderEndpoints.read, { params: { tenantId }, signal }),
  });

/** Runs a change, shows its outcome, and keeps what the server answers. */
export function useLoginChanges(tenantId: number) {
  const client = useQueryClient();
  const { queryKey } = loginOf(tenantId);
  /** For forms, which show a refusal under their fields. */
  const keep = async (work: () => Promise<OrganisationLogin | undefined>): Promise<void> => {
    const login = await withProgress(savingText, work);
    if (login) client.setQueryData(queryKey, login);
    else await client.invalidateQueries({ queryKey });
    toast.success('Saved');
  };
  const run = async (work: () => Promise<OrganisationLogin | undefined>): Promise<void> => {
    try {
      await keep(work);
    } catch (problem) {
      toast.error(problem);
    }
  };
  return { keep, run };
}
