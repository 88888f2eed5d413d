import { payerEndpoints } from '@kerb/domain/payers/payers.contract.ts';
import { namesInWords } from '@kerb/domain/signing/guided-flow.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';

export const payersOf = (id: number) =>
  queryOptions({
    queryKey: campaignKeys.part(id, 'payers'),
    queryFn: async ({ signal }) => (await call(payerEndpoints.list, { params: { id }, signal })).items,
  });

function endingSignatures(names: readonly string[]) {
  const [have, signatures] = names.length === 1 ? ['has', 'that signature'] : ['have', 'those signatures'];
  const sentences = [
    `${namesInWords(names)} ${have} signed the agreement as it was.`,
    `Saving ends ${signatures}.`,
    'We tell them by email and ask them to sign again.',
  ];
  return {
    title: 'Save and have it signed again?',
    text: sentences.join(' '),
    confirmLabel: 'Save and ask again',
    danger: true,
  };
}

type Campaign = { id: number; status: AgreementStatus };

/** Asks before a change of what some payers have signed. The server ends their signatures. */
export function useEndingSignatures({ id, status }: Campaign): () => Promise<boolean> {
  const { data: payers = [] } = useQuery({ ...payersOf(id), enabled: status === 'approved' });
  const signed = payers.filter(({ signatureDate }) => signatureDate !== null).map(({ displayName }) => displayName);
  return async () => signed.length === 0 || confirm(endingSignatures(signed));
}

/** The same for a form: it asks only if a field that the agreement states has changed. */
export function useAskBeforeEnding<Values extends Record<string, unknown>>(
  form: ContractFormState<Values>,
  campaign: Campaign,
  /** The fields that the agreement states. */
  stated: readonly (keyof Values & string)[],
): ContractFormState<Values> {
  const askFirst = useEndingSignatures(campaign);
  const onSubmit: typeof form.onSubmit = (event) => {
    event?.preventDefault();
    if (!stated.some((name) => form.form.isDirty(name))) return form.onSubmit(event);
    void askFirst().then((isSure) => isSure && form.onSubmit());
  };
  return { ...form, onSubmit };
}
