import { type AgreementRow, agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { refreshLists } from '@kerb/web/features/agreements/agreements.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { useQueryClient } from '@tanstack/react-query';

/** Takes the suggestion off a campaign. */
export function useMarkDone(): (row: AgreementRow) => void {
  const client = useQueryClient();
  const markDone = async ({ id }: AgreementRow) => {
    await call(agreementEndpoints.save, { params: { id }, body: { actionSuggested: false } });
    toast.success('Done');
    await Promise.all([client.invalidateQueries({ queryKey: ['agreements', 'one', id] }), refreshLists(client)]);
  };
  return (row) => void markDone(row).catch(toast.error);
}
