import { readFileSync } from 'node:fs';
import { stripeFramePath } from '@kerb/server/gateways/cards/stripe/stripe-cards.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import { asScriptData, html } from '@kerb/server/platform/http/html.ts';
import type { FastifyInstance } from 'fastify';

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The policy that Stripe requires and nothing more. Only the product may frame the page. */
const policyFor = (parentOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    'connect-src https://api.stripe.com',
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${parentOrigin}`,
  ].join('; ');

const field = (id: string, label: string) => html`
  <div class="field">
    <label for="${id}">${label}</label>
    <div class="provided" id="${id}"></div>
    <p class="error" id="${id}-error" aria-live="polite"></p>
  </div>`;

const page = (facts: object, scheme: 'light' | 'dark') => html`<!doctype html>
<html lang="en" data-scheme="${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card details</title>
<link rel="stylesheet" href="${stripeFramePath}/frame.css">
<script src="https://js.stripe.com/v3/"></script>
</head>
<body>
<div id="wallets" hidden>
<div id="wallet-buttons"></div>
<p id="wallet-note"></p>
<p class="or">or type your card</p>
</div>
<main class="fields" aria-label="Card details">
${field('number', 'Card number')}
${field('expiry', 'Expiry date')}
${field('cvc', 'Security code')}
</main>
${asScriptData('facts', facts)}
<script type="module" src="${stripeFramePath}/frame.js"></script>
</body>
</html>
`;

/**
 * Stripe's fields cannot be framed by an address, but this page can, and its script handles the messages. The third
 * party's script runs only here, under its own policy, and never in the signed-in page.
 */
export function stripeFrameRoutes(app: FastifyInstance, { stripe, publicUrl }: Config): void {
  if (stripe === null) return;
  const parentOrigin = new URL(publicUrl).origin;
  const [script, style] = [textOf('stripe-frame.js'), textOf('../card-frame.css')];
  app.get(stripeFramePath, (request, reply) => {
    const { scheme } = request.query as { scheme?: unknown };
    const facts = { publishableKey: stripe.publishableKey, parentOrigin };
    return reply
      .header('content-security-policy', policyFor(parentOrigin))
      .header('permissions-policy', 'payment=(self "https://js.stripe.com")')
      .removeHeader('x-frame-options')
      .type('text/html; charset=utf-8')
      .send(page(facts, scheme === 'dark' ? 'dark' : 'light').toString());
  });
  app.get(`${stripeFramePath}/frame.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
  app.get(`${stripeFramePath}/frame.css`, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
}
