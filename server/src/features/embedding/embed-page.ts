import type { EmbedKind } from '@kerb/domain/embedding/embed-messages.ts';
import { brandShades, type Scheme, schemes } from '@kerb/domain/organisations/brand-colour.ts';
import type { ProblemBody } from '@kerb/domain/wire/problem-body.ts';
import { frameScriptAddress, frameStyleAddress } from '@kerb/server/features/embedding/embed-files.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { reporting } from '@kerb/server/platform/http/headers.ts';
import { asScriptData, type Html, html } from '@kerb/server/platform/http/html.ts';
import { countVisit } from '@kerb/server/platform/limits/load-limit.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Site = Pick<Deps, 'config' | 'country'>;

/** How a frame looks, and to whom it talks. `parentOrigin` is null if no website was named: then it says nothing. */
export type Frame = {
  kind: EmbedKind;
  title: string;
  main: Html;
  brandColour: string | null;
  scheme: Scheme | null;
  parentOrigin: string | null;
  /** The websites that may show the frame. */
  ancestors: readonly string[];
};

/** The organisation's colour. In the page itself, because the style sheet is the same for every organisation. */
function brandStyle(colour: string | null): string | null {
  if (colour === null) return null;
  const shades = brandShades(colour);
  const rule = (scheme: Scheme) => {
    const { button, onButton, text } = shades[scheme];
    return `--brand-button:${button};--on-brand-button:${onButton};--brand-text:${text}`;
  };
  return (
    `:root{${rule('light')}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${rule('dark')}}}` +
    `:root[data-scheme=dark]{${rule('dark')}}`
  );
}

const hashOf = (style: string): string => `'sha256-${sha256(style).toString('base64')}'`;

/** Only these websites may frame the page. It loads nothing from elsewhere and sends no form to elsewhere. */
const policyOf = ({ config }: Site, ancestors: readonly string[], style: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...(style === null ? [] : [hashOf(style)])].join(' '),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
    ...(config.publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
    ...reporting,
  ].join('; ');

/** Sent before the rate limit is counted, so that a refusal can be read where the frame would be. */
export function letFrame(reply: FastifyReply, site: Site, ancestors: readonly string[]): void {
  reply.header('content-security-policy', policyOf(site, ancestors, null));
  if (ancestors.length > 0) reply.removeHeader('x-frame-options');
}

type Content = Pick<Frame, 'kind' | 'title' | 'main' | 'scheme'> & { style: string | null; facts: object | null };

const document = ({ country }: Site, { kind, title, main, scheme, style, facts }: Content) => html`<!doctype html>
<html lang="${country.locale}"${scheme && html` data-scheme="${scheme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${frameStyleAddress}">
${style !== null && html`<style>${style}</style>`}
</head>
<body${kind === 'button' && html` class="pay"`}>
<main aria-label="${title}">${main}</main>
${facts && asScriptData('facts', facts)}
${facts && html`<script type="module" src="${frameScriptAddress}"></script>`}
</body>
</html>
`;

export function answerFrame(reply: FastifyReply, site: Site, frame: Frame): FastifyReply {
  const style = brandStyle(frame.brandColour);
  const { kind, parentOrigin, ancestors } = frame;
  letFrame(reply, site, ancestors);
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policyOf(site, ancestors, style))
    .header('cache-control', 'no-store')
    .send(String(document(site, { ...frame, style, facts: { kind, parentOrigin } })));
}

/** A page without a script, for what cannot be shown. Nobody may frame it, unless `letFrame` said so before. */
export function answerRefusal(reply: FastifyReply, site: Site, { status, title, words }: Refusal): FastifyReply {
  if (reply.hasHeader('x-frame-options')) letFrame(reply, site, []);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(refusalText(site, title, words));
}
export type Refusal = { status: number; title: string; words: string };

function refusalText(site: Site, title: string, words: string): string {
  const main = html`<h1>${title}</h1><p>${words}</p>`;
  return String(document(site, { kind: 'calculator', title, main, scheme: null, style: null, facts: null }));
}

/** Problem responses become pages with the same status. A busy server refuses them. */
export function problemsInFrames(site: Site & Pick<Deps, 'load'>) {
  return {
    onRequest: countVisit(site.load ?? null),
    onSend: async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
      if (!isProblem || typeof payload !== 'string') return payload;
      if (reply.hasHeader('x-frame-options')) letFrame(reply, site, []);
      reply.type('text/html; charset=utf-8');
      const { displayText }: ProblemBody = JSON.parse(payload);
      return refusalText(site, 'This cannot be shown now', displayText);
    },
  };
}

export const schemeOf = (typed: string): Scheme | null => schemes.find((scheme) => scheme === typed) ?? null;
