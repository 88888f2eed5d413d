import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';

/** How many websites of one organisation may show our frames. */
export const mostOrigins = 10;

export const originHint = 'Enter an address such as https://www.example.com, without a page.';
const notSecure = 'A website needs https: its address begins with https://.';
const notLocal = 'This is the address of your own computer. It can be used in a sandbox only.';
const notAscii = 'Enter the name as browsers send it, beginning with xn--. The address bar copies it so.';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const shape = new RegExp(`^(https?)://(${label}(?:\\.${label})*)(?::([1-9]\\d{0,4}))?/?$`, 'i');
const usualPorts: Record<string, string> = { http: '80', https: '443' };

const isLocal = (host: string): boolean => host === 'localhost' || host === '127.0.0.1';
/** A browser takes a name whose last part is a number for an IP address, and writes it in another way. */
const isNumber = (host: string): boolean => /(^|\.)(\d+|0x[\da-f]*)$/.test(host);

/** In a sandbox a developer tries a website on their own computer, without https. */
export type OriginRules = { isSandbox: boolean };

/**
 * The origin as a browser writes it in `event.origin`. The text becomes a part of a policy in a header, so only
 * letters, digits, dots and hyphens pass: a `;` would begin another directive, and a `*` would allow other sites.
 */
export function decideOrigin(typed: string, { isSandbox }: OriginRules): Decision<string> {
  const [, scheme = '', name = '', port] = shape.exec(typed.trim()) ?? [];
  const [protocol, host] = [scheme.toLowerCase(), name.toLowerCase()];
  const refused = (words: string) => refuse('origin', words, fieldError('origins', 'notValid', words));
  if (/[^\0-\x7f]/.test(typed.trim())) return refused(notAscii);
  const isName = isLocal(host) || (host.includes('.') && !isNumber(host));
  if (host === '' || host.length > 253 || !isName || Number(port ?? 0) > 65_535) return refused(originHint);
  if (isLocal(host) && !isSandbox) return refused(notLocal);
  if (protocol === 'http' && !isLocal(host)) return refused(notSecure);
  const place = port === undefined || port === usualPorts[protocol] ? '' : `:${port}`;
  return allow(`${protocol}://${host}${place}`);
}

/** Each origin once, in the order in which they were typed. The refusal quotes the first wrong one. */
export function decideOrigins(typed: readonly string[], rules: OriginRules): Decision<string[]> {
  const origins = new Set<string>();
  for (const each of typed) {
    const decided = decideOrigin(each, rules);
    if (!decided.ok) {
      const words = `${each.trim().slice(0, 100)}: ${decided.because}`;
      return refuse('origin', words, fieldError('origins', 'notValid', words));
    }
    origins.add(decided.value);
  }
  if (origins.size <= mostOrigins) return allow([...origins]);
  const words = `Enter at most ${mostOrigins} websites.`;
  return refuse('too-many-origins', words, fieldError('origins', 'notValid', words));
}
