import type { RequestOptions } from '@kerb/domain/session/passkeys.contract.ts';
import { type Authenticator, anAuthenticator } from './authenticator.ts';
import { aBrowser, type Browser } from './browser.ts';
import type { Stage } from './harness.ts';

/** The options that a login page gives to its script. */
export function optionsIn(body: string): RequestOptions {
  const found = /data-options="([^"]+)"/.exec(body)?.[1];
  if (!found) throw new Error('the page offers no passkeys');
  return JSON.parse(found.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}

export const stepIn = (body: string): string => /name="step" value="([^"]+)"/.exec(body)?.[1] ?? '';

let serial = 0;
/** Each from a network of its own, so that limits of one test do not reach another. */
export const aVisitor = (stage: Stage): Browser => {
  serial += 1;
  return aBrowser(stage, `198.51.${100 + Math.floor(serial / 250)}.${serial % 250}`);
};

export const aDevice = (stage: Stage, traits: Parameters<typeof anAuthenticator>[1] = {}): Authenticator =>
  anAuthenticator(new URL(stage.deps.config.publicUrl).origin, traits);

type Call = ReturnType<Stage['as']>;

/** What Account Details sends after the browser has made a passkey. */
export async function madeBy(call: Call, device: Authenticator, name = 'My phone') {
  const begun = await call('POST', '/v1/account/passkeys/begin');
  if (begun.statusCode !== 200) throw new Error(`a passkey was not begun: ${begun.statusCode} ${begun.body}`);
  const options = begun.json();
  return { options, body: { name, userHandle: options.user.id, credential: device.create(options) } };
}

/** Adds a passkey in Account Details. */
export async function addPasskey(stage: Stage, userId: number, device = aDevice(stage), name = 'My phone') {
  const call = stage.as(userId);
  const { options, body } = await madeBy(call, device, name);
  const answer = await call('POST', '/v1/account/passkeys', body);
  return { answer, device, options, body };
}

/** Logs in with nothing but the passkey. */
export async function logInWith(browser: Browser, device: Authenticator, back = '/') {
  const page = await browser.get(`/login?back=${encodeURIComponent(back)}`);
  const passkey = JSON.stringify(device.get(optionsIn(page.body)));
  return browser.submit('/login/passkey', { back, passkey });
}

/** Logs in with the password, and then with the passkey as the second step. */
export async function secondStepWith(browser: Browser, device: Authenticator, email: string, password: string) {
  const page = await browser.logIn(email, password);
  const passkey = JSON.stringify(device.get(optionsIn(page.body)));
  return browser.submit('/login/code/passkey', { step: stepIn(page.body), passkey });
}
