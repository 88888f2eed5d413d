import type { viewEndpoints } from '@kerb/domain/views/views.contract.ts';
import { asSent, type PlainCall } from '@kerb/domain/wire/plain-call.ts';

export const listViewsCall: PlainCall<typeof viewEndpoints.list> = {
  method: 'GET',
  path: '/v1/list-views',
  permission: 'view.read',
  read: asSent,
};
