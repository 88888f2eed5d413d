import type { ProblemBody } from '@kerb/domain/wire/problem-body.ts';
import { street } from '@kerb/server/features/login-pages/street.ts';
import { stylesheetAddress } from '@kerb/server/features/login-pages/stylesheet.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { reporting } from '@kerb/server/platform/http/headers.ts';
import { type Html, html } from '@kerb/server/platform/http/html.ts';
import { countVisit } from '@kerb/server/platform/limits/load-limit.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Site = Pick<Deps, 'config' | 'country'>;
/**
 * `script`: the address of the page's own script, such as that of passkeys, which no browser gives without one.
 * `links`: makes it a page to read, as wide as the window, with these links beside the brand.
 * `description`: lets search engines list the page, with these words.
 */
export type Page = {
  title: string;
  main: Html;
  aside?: Html | null;
  status?: number;
  script?: string | null;
  links?: Html;
  description?: string | null;
};

/** Allows only our own style sheet and pictures. A page that needs no script may run none. */
const policyOf = ({ config }: Site, hasScript: boolean) =>
  [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(config.publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
    ...reporting,
  ].join('; ');

const help = ({ country }: Site) => html`
  <footer class="help">
    <p>Need help? Call <a href="tel:${country.supportPhone.replaceAll(' ', '')}">${country.supportPhone}</a></p>
    <p><a href="/check">Is a message really from us?</a></p>
    <p class="more-links"><a href="/welcome">What is ${country.brand}?</a> <a href="/welcome#costs">What it costs</a>
      <a href="/guide">Guide</a> <a href="/brochure">Brochure</a></p>
  </footer>`;

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect class="mark-ground" width="32" height="32" rx="8"></rect>
  <path class="mark-letter" d="M11 23V9m0 8 9-8m-6.5 5.6L21 23"></path>
</svg>`;

const wordmark = ({ country }: Site) => html`<p class="wordmark">${mark} ${country.brand}</p>`;

const narrowBody = (site: Site, { main, aside }: Page) => html`
<body>
  <header class="brand">
    ${wordmark(site)}
    <p class="tagline">Marketing funding for property sales in ${site.country.name}</p>
    ${street}
  </header>
  <div class="room">
    <div class="${aside ? 'columns' : 'column'}">
      <main class="card">${main}</main>
      ${aside}
    </div>
    ${help(site)}
  </div>
</body>`;

const wideBody = (site: Site, main: Html, links: Html) => html`
<body class="wide">
  <header class="bar">
    ${wordmark(site)}
    <nav aria-label="Main">${links}</nav>
  </header>
  <main>${main}</main>
  ${help(site)}
</body>`;

const document = (site: Site, page: Page) => html`<!doctype html>
<html lang="${site.country.locale}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  ${
    page.description
      ? html`<meta name="description" content="${page.description}">`
      : html`<meta name="robots" content="noindex">`
  }
  <title>${page.title} · ${site.country.brand}</title>
  <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="${stylesheetAddress(site.country)}">
  ${page.script ? html`<script type="module" src="${page.script}"></script>` : null}
</head>
${page.links ? wideBody(site, page.main, page.links) : narrowBody(site, page)}
</html>
`;

export function answerPage(reply: FastifyReply, site: Site, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policyOf(site, Boolean(page.script)))
    .header('cache-control', 'no-store')
    .send(String(document(site, page)));
}

const problemPage = (site: Site, { displayText, status, requestId }: ProblemBody): Page => ({
  title: 'Something went wrong',
  status,
  main: html`
    <h1>Something went wrong</h1>
    <p role="alert">${displayText}</p>
    <p><a class="button" href="/login">Go to the login page</a></p>
    <p class="quiet">If it happens again, call us on ${site.country.supportPhone}.</p>
    ${requestId === undefined ? null : html`<p class="quiet">Reference: ${requestId}</p>`}`,
});

/** For routes that people open: problem responses become pages with the same status. A busy server refuses them. */
export function problemsAsPages(site: Site & Partial<Pick<Deps, 'load'>>) {
  return {
    onRequest: countVisit(site.load ?? null),
    onSend: async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
      if (!isProblem || typeof payload !== 'string') return payload;
      reply.type('text/html; charset=utf-8').header('content-security-policy', policyOf(site, false));
      return String(document(site, problemPage(site, JSON.parse(payload))));
    },
  };
}

/** A text value from a form or an address. Drops NUL, which database text cannot hold. */
export function textIn(values: unknown, name: string): string {
  const value = typeof values === 'object' && values !== null ? (values as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value.replaceAll('\0', '') : '';
}
