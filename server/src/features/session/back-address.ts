import type { Config } from '@kerb/server/platform/config.ts';

const longest = 2_000;
const ticketNames = ['access_token', 'refresh_token'] as const;
const ownPages =
  /^\/(login|logout|forgotten-password|set-password|accept-invitation|confirm-email|end-sign-in|pay)(\/|$)/;

/** Where to go after signing in: always a path of this product. If in doubt, the front page. */
export function backAddress(asked: unknown, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  // Browsers drop control characters and read a backslash as a slash, so refuse addresses with either.
  if (typeof asked !== 'string' || asked.length > longest || /[\p{Cc}\s\\]/u.test(asked)) return '/';
  if (!/^(\/(?!\/)|https?:\/\/)/i.test(asked) || !URL.canParse(asked, publicUrl)) return '/';
  const address = new URL(asked, publicUrl);
  if (address.origin !== new URL(publicUrl).origin) return '/';
  // '/.//elsewhere' names another host only after the dot is resolved, so check the resolved path.
  if (address.pathname.startsWith('//') || ownPages.test(address.pathname)) return '/';
  for (const name of ticketNames) if (address.searchParams.has(name)) address.searchParams.delete(name);
  return address.pathname + address.search + address.hash;
}

/** The path of a request without tickets, as a page that needs none shows it. */
export function withoutTickets(path: string): string {
  const address = new URL(path, 'http://localhost');
  for (const name of ticketNames) if (address.searchParams.has(name)) address.searchParams.delete(name);
  return address.pathname + address.search;
}

/** Adds the tickets to a path of ours. The web application removes them from the address. */
export function withTickets(back: string, tickets: { access: string; refresh: string }): string {
  const address = new URL(back, 'http://localhost');
  address.searchParams.set('access_token', tickets.access);
  address.searchParams.set('refresh_token', tickets.refresh);
  return address.pathname + address.search + address.hash;
}
