import { readFileSync } from 'node:fs';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyInstance } from 'fastify';

/** The order matters: rules that depend on the width come last, so that they override the others. */
const sheet = [
  ...['login.css', 'login-parts.css', 'login-demo.css', 'reading-pages.css'],
  ...['login-widths.css', 'wide-parts.css', 'wide-page.css'],
]
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n');

/** All colours of the pages are derived from the country's brand colour. */
const stylesheetOf = ({ brandColour }: CountryRules) => `:root { --brand: ${brandColour}; }\n${sheet}`;

/** The address contains a hash of the content, so browsers may cache it for ever. */
export const stylesheetAddress = (country: CountryRules): string =>
  `/login.css?v=${sha256(stylesheetOf(country)).toString('hex').slice(0, 12)}`;

export function stylesheetRoute(app: FastifyInstance, country: CountryRules): void {
  const css = stylesheetOf(country);
  app.get('/login.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=31536000, immutable').send(css),
  );
}
