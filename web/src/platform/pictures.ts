import { withToken } from '@kerb/web/platform/api-client.ts';
import { send } from '@kerb/web/platform/transport.ts';

/** The bytes behind a picture's address, which a browser cannot ask for by itself: it has no token. */
export const pictureAt = (href: string, signal: AbortSignal): Promise<Blob> =>
  withToken(async (headers) => (await send(href, { headers, signal })).blob());
