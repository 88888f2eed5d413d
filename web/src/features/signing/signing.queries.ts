import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { identityEndpoints } from '@kerb/domain/identity/identity.contract.ts';
import { loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import {
  type ContactMethod,
  type SavedSignatory,
  type Signatory,
  signatoryEndpoints,
} from '@kerb/domain/signing/signatories.contract.ts';
import {
  geolocationHeader,
  type NewSignature,
  type Signed,
  signingEndpoints,
} from '@kerb/domain/signing/signing.contract.ts';
import type { AuthorisationMethod } from '@kerb/domain/signing/signing-rules.ts';
import { isFinal } from '@kerb/domain/vocabulary/agreement-status.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

type Campaign = Pick<Agreement, 'id' | 'status' | 'financeOptionCode'>;

const signingKey = (id: number) => campaignKeys.part(id, 'signing');

export const signingQueries = {
  /** Fetched again whenever the campaign's status or option changes. */
  flow: ({ id, status, financeOptionCode = null }: Campaign) =>
    queryOptions({
      queryKey: [...signingKey(id), 'flow', status, financeOptionCode],
      queryFn: ({ signal }) => call(signingEndpoints.flow, { params: { id }, signal }),
      // Show no old flow for a campaign in an end status: nobody is guided there, and a payer's link has expired.
      ...(!isFinal(status) && { placeholderData: keepPreviousData }),
      enabled: !isFinal(status),
    }),
  signatories: (id: number) =>
    queryOptions({
      queryKey: [...signingKey(id), 'signatories'],
      queryFn: async ({ signal }) =>
        (await call(signatoryEndpoints.list, { query: { agreementId: id }, signal })).signatories,
    }),
  terms: ({ id, financeOptionCode = null }: Campaign) =>
    queryOptions({
      queryKey: [...signingKey(id), 'terms', financeOptionCode],
      queryFn: ({ signal }) => call(loanEndpoints.terms, { params: { id }, signal }),
    }),
};

export type IdentityAction = keyof typeof identityEndpoints;

/** The actions by and about payers. Each one updates the screen with the server's new state. */
export function useSigningChanges(campaign: Campaign) {
  const client = useQueryClient();
  const { id } = campaign;
  const params = { id };
  const catchUp = () => void refreshCampaign(client, id);
  const afterwards = thenRefresh(catchUp);
  const verify = (signatoryId: number, body: { contactMethod: ContactMethod; code?: string }) =>
    afterwards(call(signatoryEndpoints.verifyContact, { params: { id: signatoryId }, body }));
  return {
    saveSignatory: (signatoryId: number, body: SavedSignatory): Promise<Signatory> =>
      afterwards(call(signatoryEndpoints.save, { params: { id: signatoryId }, body })),
    sendCode: (signatoryId: number, contactMethod: ContactMethod) => verify(signatoryId, { contactMethod }),
    confirmCode: (signatoryId: number, contactMethod: ContactMethod, code: string) =>
      verify(signatoryId, { contactMethod, code }),
    sendAgreement: (signatoryId: number) =>
      afterwards(call(signatoryEndpoints.sendAgreement, { params: { id: signatoryId } })),
    requestSignature: (signatoryId: number, authorisationMethod: AuthorisationMethod) =>
      call(signatoryEndpoints.requestSignature, { params: { id: signatoryId }, body: { authorisationMethod } }),
    sign: (body: NewSignature, idempotencyKey: string, geolocation: string): Promise<Signed> =>
      call(signingEndpoints.sign, { params, body, idempotencyKey, headers: { [geolocationHeader]: geolocation } }),
    catchUp,
    checkIdentity: (action: IdentityAction, signatoryId: number) =>
      afterwards(call(identityEndpoints[action], { body: { signatoryId } })),
  };
}
