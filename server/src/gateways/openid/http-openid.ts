import { resolveTxt } from 'node:dns/promises';
import { guardedFetch } from '@kerb/server/gateways/openid/guarded-fetch.ts';
import type { AddressRules } from '@kerb/server/gateways/webhooks/http-webhooks.ts';
import {
  type LogoutToken,
  type OpenIdAnswer,
  type OpenIdClient,
  OpenIdFailure,
  type OpenIdGateway,
  type OpenIdLogin,
} from '@kerb/server/platform/ports/openid-gateway.ts';
import { createRemoteJWKSet, customFetch as fetchOfKeys, jwtVerify } from 'jose';
import * as openid from 'openid-client';

type Settings = AddressRules & { timeoutMs?: number; resolveTexts?: (name: string) => Promise<string[][]> };

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a logout token may be. */
const logoutMinutes = 5;
const scope = 'openid email profile';

const unreachable = 'Your organisation’s login cannot be reached, or does not answer as it should.';
const notRight = 'The answer of your organisation’s login was not accepted. Please try again.';

const failure = (words: string) => (error: unknown) => {
  throw new OpenIdFailure(words, { cause: error });
};

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Providers that put the address in the user info only are asked for it. */
async function claimsOf(config: openid.Configuration, answer: openid.TokenEndpointResponse, idClaims: openid.IDToken) {
  if (idClaims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return { ...idClaims };
  return { ...(await openid.fetchUserInfo(config, answer.access_token, idClaims.sub)), ...idClaims };
}

function logoutOf(payload: Record<string, unknown>): LogoutToken {
  const events = payload.events as Record<string, unknown> | undefined;
  const [subject, sessionId] = [textOf(payload.sub), textOf(payload.sid)];
  const id = textOf(payload.jti);
  const isLogout = typeof events === 'object' && events !== null && typeof events[logoutEvent] === 'object';
  if (!isLogout || id === null || 'nonce' in payload || (subject === null && sessionId === null)) {
    throw new Error('not a logout token');
  }
  // Kept for longer than the token can be used.
  return { id, subject, sessionId, expiresAt: Number(payload.iat) + 2 * logoutMinutes * 60 };
}

type Reach = { settings: Settings; fetchGuarded: typeof fetch };

/** Discovered at each login: a provider that changes its keys or addresses needs no change here. */
async function configOf({ settings, fetchGuarded }: Reach, client: OpenIdClient): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = client;
  const config = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [openid.customFetch]: fetchGuarded as openid.CustomFetch,
    ...(settings.reachesPrivate && { execute: [openid.allowInsecureRequests] }),
  });
  const { authorization_endpoint: address, token_endpoint: tokens } = config.serverMetadata();
  if (!address || !tokens) throw new Error('the provider has no endpoint for logins');
  return config;
}

async function redeem(config: openid.Configuration, login: OpenIdLogin, address: URL): Promise<OpenIdAnswer> {
  const answer = await openid.authorizationCodeGrant(config, address, {
    pkceCodeVerifier: login.codeVerifier,
    expectedState: login.state,
    expectedNonce: login.nonce,
    idTokenExpected: true,
    ...(login.isFresh && { maxAge: 0 }),
  });
  const idClaims = answer.claims();
  if (!idClaims) throw new Error('the provider sent no ID token');
  const claims = await claimsOf(config, answer, idClaims);
  return { subject: idClaims.sub, sessionId: textOf(idClaims.sid), claims };
}

async function readLogoutToken(reach: Reach, client: OpenIdClient, token: string): Promise<LogoutToken> {
  const { jwks_uri: address } = (await configOf(reach, client)).serverMetadata();
  if (!address) throw new Error('the provider has no keys');
  const keys = createRemoteJWKSet(new URL(address), { [fetchOfKeys]: reach.fetchGuarded });
  const { payload } = await jwtVerify(token, keys, {
    issuer: client.issuer,
    audience: client.clientId,
    // Signed with a key of the provider. A token without a signature, or signed with our secret, is refused.
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    maxTokenAge: `${logoutMinutes} minutes`,
    clockTolerance: 30,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  return logoutOf(payload);
}

async function loginAddress(config: openid.Configuration, login: OpenIdLogin, emailAddress: string): Promise<string> {
  const { redirectUri, state, nonce, codeVerifier, isFresh } = login;
  return openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    login_hint: emailAddress,
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  }).href;
}

async function textRecords({ resolveTexts = resolveTxt }: Settings, name: string): Promise<string[]> {
  try {
    return (await resolveTexts(name)).map((parts) => parts.join(''));
  } catch {
    // A name without records is an answer.
    return [];
  }
}

export function httpOpenId(settings: Settings): OpenIdGateway {
  const reach = { settings, fetchGuarded: guardedFetch(settings) };
  return {
    refusalOf: (client) =>
      configOf(reach, client).then(
        () => null,
        // The manager who sets it up sees the reason.
        () => 'No OpenID Connect provider answers at this address.',
      ),
    loginAddress: async (client, login, emailAddress) =>
      loginAddress(await configOf(reach, client).catch(failure(unreachable)), login, emailAddress),
    redeem: (client, login, address) =>
      configOf(reach, client)
        .then((config) => redeem(config, login, address))
        .catch(failure(notRight)),
    readLogoutToken: (client, token) => readLogoutToken(reach, client, token).catch(failure(notRight)),
    textRecords: (name) => textRecords(settings, name),
  };
}
