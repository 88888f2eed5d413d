import { isLanguage, type Language, languageFor, languageParameter } from '@kerb/domain/checkout/languages.ts';
import { textIn } from '@kerb/server/features/login-pages/page.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const rememberedDays = 365;

const isOverTls = ({ publicUrl }: Config): boolean => publicUrl.startsWith('https:');
const cookieNameOf = (config: Config): string => (isOverTls(config) ? '__Host-kerb-language' : 'kerb-language');

/** The language that the reader has chosen in this browser, else the first one that the browser asks for. */
export function languageOf(config: Config, { cookies, headers }: FastifyRequest): Language {
  const chosen = cookies[cookieNameOf(config)] ?? '';
  return isLanguage(chosen) ? chosen : languageFor(headers['accept-language'] ?? '');
}

/** A link of the page chooses a language. It is remembered, and the address without it is opened. */
export function rememberLanguage(config: Config, request: FastifyRequest, reply: FastifyReply): string | null {
  const asked = textIn(request.query, languageParameter);
  if (asked === '') return null;
  if (isLanguage(asked)) {
    reply.setCookie(cookieNameOf(config), asked, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: isOverTls(config),
      maxAge: rememberedDays * 24 * 60 * 60,
    });
  }
  const address = new URL(request.url, config.publicUrl);
  address.searchParams.delete(languageParameter);
  return `${address.pathname}${address.search}`;
}
