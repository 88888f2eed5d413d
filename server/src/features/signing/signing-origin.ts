import { geolocationHeader } from '@kerb/domain/signing/signing.contract.ts';
import type { Origin } from '@kerb/server/features/signing/prepare-signature.ts';
import { signInOf } from '@kerb/server/platform/auth/sign-ins.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { FastifyRequest } from 'fastify';

/** Text from a client's header, limited to printable characters and a maximum length. */
const headerText = (value: string | string[] | undefined, longest: number): string | null =>
  typeof value === 'string' && value !== '' ? value.replace(/[^\x20-\x7e]/g, '').slice(0, longest) : null;

/** A position is two numbers, optionally with the accuracy. Any other text is the reason why there is none. */
const position = /^-?\d{1,2}(\.\d{1,10})?,\s?-?\d{1,3}(\.\d{1,10})?(;.{0,40})?$/;

/** Where the request of a signature comes from. */
export async function originOf({ db, config }: Deps, request: FastifyRequest): Promise<Origin> {
  const said = headerText(request.headers[geolocationHeader], 100);
  const isPosition = said !== null && position.test(said);
  return {
    signInId: (await signInOf(db, config, request))?.id ?? null,
    userAgent: headerText(request.headers['user-agent'], 300),
    geoLocation: isPosition ? said : null,
    geoRefusal: isPosition ? null : (said ?? 'not given'),
  };
}
