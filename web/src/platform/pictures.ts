import { withToken } from '@kerb/web/platform/authorised.ts';
import { send } from '@kerb/web/platform/send.ts';

/** The bytes of a picture. An img cannot fetch them, because it sends no token. */
export const pictureAt = (href: string, signal: AbortSignal): Promise<Blob> =>
  withToken(async (headers) => (await send(href, { headers, signal })).blob());
