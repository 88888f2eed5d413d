import { buttonWords } from '@kerb/domain/embedding/button-state.ts';
import { embedPath } from '@kerb/domain/embedding/snippets.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { calculatorMain, calculatorTitle } from '@kerb/server/features/embedding/calculator-frame.ts';
import {
  answerFrame,
  answerRefusal,
  type Frame,
  letFrame,
  problemsInFrames,
  type Refusal,
  schemeOf,
} from '@kerb/server/features/embedding/embed-page.ts';
import { campaignOfButton, type Host, organisationOfKey } from '@kerb/server/features/embedding/find-embed.ts';
import { payPath } from '@kerb/server/features/embedding/pay-page.ts';
import { textIn } from '@kerb/server/features/login-pages/page.ts';
import { tenantOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { html } from '@kerb/server/platform/http/html.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const unknown = (what: string): Refusal => ({
  status: 404,
  title: 'Nothing is shown here',
  words: `This ${what} does not exist, or has been turned off. If this is your website, look at your settings.`,
});
const notAllowed: Refusal = {
  status: 403,
  title: 'This website may not show this',
  words: 'The organisation has not allowed it. A manager can add the address of the website to its settings.',
};

/** A malformed key cannot exist, and is not asked for. */
const keyShape = /^[\w-]{43}$/;
const keyIn = (request: FastifyRequest): string | null => {
  const typed = textIn(request.params, 'key');
  return keyShape.test(typed) ? typed : null;
};

type Framing = Pick<Frame, 'ancestors' | 'parentOrigin'>;

/**
 * Who may show the frame: the website that the request names, if the organisation allows it, else all that it allows.
 * Our own pages may always, for the preview. Null if the named website is not allowed.
 */
function framingOf(request: FastifyRequest, { origins }: Host, { config }: Deps): Framing | null {
  const named = textIn(request.query, 'origin');
  if (named === '') return { ancestors: [...origins, "'self'"], parentOrigin: null };
  const isAllowed = origins.includes(named) || named === new URL(config.publicUrl).origin;
  return isAllowed ? { ancestors: [named], parentOrigin: named } : null;
}

type Shown = { host: Host; framing: Framing };

/** What every frame has in common. Null: the refusal has been sent. */
async function open(
  deps: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  host: Host | null | undefined,
  what: string,
): Promise<Shown | null> {
  const framing = host ? framingOf(request, host, deps) : null;
  if (framing) letFrame(reply, deps, framing.ancestors);
  await countAttempt(deps.db, 'framesPerAddress', networkOf(request.ip));
  if (host && framing) return { host, framing };
  await answerRefusal(reply, deps, host ? notAllowed : unknown(what));
  return null;
}

const textOrNull = (request: FastifyRequest, name: string): string | null => textIn(request.query, name) || null;

/** What the form sends again, so that the frame stays the same. */
const keptOf = (request: FastifyRequest) =>
  ['origin', 'scheme'].flatMap((name): [string, string][] => {
    const value = textIn(request.query, name);
    return value === '' ? [] : [[name, value]];
  });

function calculatorRoute(app: App, deps: Deps): void {
  const { db, country, config, clock } = deps;
  app.get(embedPath('calculator', ':key'), problemsInFrames(deps), async (request, reply) => {
    const key = keyIn(request);
    const organisation = key === null ? null : await organisationOfKey(db, key);
    const shown = await open(deps, { request, reply }, organisation, 'calculator');
    if (!organisation || !shown) return reply;
    const terms = {
      options: await tenantOptionsOf(db, organisation.id, country),
      identifier: organisation.identifier,
      exemptNames: config.securityFeeExemptNames,
      today: dayIn(organisation.defaultTimeZone ?? country.defaultTimeZone, clock.now()),
    };
    // An empty field was typed; an absent one was not.
    const typedIn = (name: string) => (name in (request.query as object) ? textIn(request.query, name) : null);
    const typed = { budget: typedIn('budget'), days: typedIn('days') };
    const { name, brandColour } = organisation;
    const main = calculatorMain(deps, { organisation: name, terms, typed, kept: keptOf(request) });
    const scheme = schemeOf(textOrNull(request, 'scheme') ?? '');
    return answerFrame(reply, deps, {
      ...{ kind: 'calculator', title: calculatorTitle, main, brandColour, scheme },
      ...shown.framing,
    });
  });
}

function buttonRoute(app: App, deps: Deps): void {
  app.get(embedPath('button', ':key'), problemsInFrames(deps), async (request, reply) => {
    const token = keyIn(request);
    const button = token === null ? null : await campaignOfButton(deps.db, token);
    const shown = await open(deps, { request, reply }, button, 'button');
    if (!button || !token || !shown) return reply;
    const { state, brandColour, name } = button;
    const words = buttonWords[state];
    const main = html`<h1 class="unseen">${name}</h1><div id="button" data-part>${
      state === 'to-pay'
        ? html`<a class="button" data-state="${state}" href="${payPath(token)}" target="_blank" rel="noopener">${words}</a>`
        : html`<p class="state" data-state="${state}">${words}</p>`
    }</div>`;
    const scheme = schemeOf(textOrNull(request, 'scheme') ?? '');
    return answerFrame(reply, deps, { kind: 'button', title: words, main, brandColour, scheme, ...shown.framing });
  });
}

/** The frames that other websites show. They know no cookie, and nobody is signed in there. */
export function embedPageRoutes(app: App, deps: Deps): void {
  calculatorRoute(app, deps);
  buttonRoute(app, deps);
}
