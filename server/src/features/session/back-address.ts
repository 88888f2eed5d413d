import type { Config } from '@kerb/server/platform/config.ts';

const longest = 2_000;
const ticketNames = ['access_token', 'refresh_token'] as const;
const ownPages = /^\/(login|logout|forgotten-password|set-password|accept-invitation|pay)(\/|$)/;

/** Where to go after signing in: a path of this product, whatever was asked for; the front page where in doubt. */
export function backAddress(asked: unknown, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  // Browsers drop control characters and read a backslash as a slash, so what holds either is not what it seems.
  if (typeof asked !== 'string' || asked.length > longest || /[\p{Cc}\s\\]/u.test(asked)) return '/';
  if (!/^(\/(?!\/)|https?:\/\/)/i.test(asked) || !URL.canParse(asked, publicUrl)) return '/';
  const address = new URL(asked, publicUrl);
  if (address.origin !== new URL(publicUrl).origin) return '/';
  // '/.//elsewhere' begins to name another host only once its dot is resolved.
  if (address.pathname.startsWith('//') || ownPages.test(address.pathname)) return '/';
  for (const name of ticketNames) if (address.searchParams.has(name)) address.searchParams.delete(name);
  return address.pathname + address.search + address.hash;
}

/** Takes a path of ours; the tickets stand in it until the web application has taken them out. */
export function withTickets(back: string, tickets: { access: string; refresh: string }): string {
  const address = new URL(back, 'http://localhost');
  address.searchParams.set('access_token', tickets.access);
  address.searchParams.set('refresh_token', tickets.refresh);
  return address.pathname + address.search + address.hash;
}
