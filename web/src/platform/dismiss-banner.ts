import { accountEndpoints } from '@kerb/domain/account/account.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';

/** Loaded on a press: the contract of an account is not part of the first load. */
export const storeDismissal = (bannerId: string): Promise<unknown> =>
  call(accountEndpoints.dismissBanner, { body: { bannerId } });
