import type { Asked } from '@kerb/server/features/session/passkey-challenges.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookieSeconds = 15 * 60;

function nameOf({ publicUrl, country }: Config): string {
  const name = `kerb-${country.code.toLowerCase()}-passkey`;
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

const boundTo = (cookie: string): Asked => ({
  purpose: 'sign-in',
  boundTo: `browser ${sha256(cookie).toString('base64url')}`,
});

/**
 * Before a login there is no sign-in to which a challenge could be bound. A cookie binds it to the browser, so that
 * nobody can have somebody else's passkey answer a challenge of their own page.
 */
export function askBrowser(config: Config, request: FastifyRequest, reply: FastifyReply): Asked {
  const cookie = request.cookies[nameOf(config)] || randomToken();
  reply.setCookie(nameOf(config), cookie, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: cookieSeconds,
  });
  return boundTo(cookie);
}

/** Whom this browser's answer must be bound to; null if the login page did not ask it. */
export function askedBrowser(config: Config, request: FastifyRequest): Asked | null {
  const cookie = request.cookies[nameOf(config)];
  return cookie ? boundTo(cookie) : null;
}
