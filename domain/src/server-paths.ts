import { allEndpoints } from '@kerb/domain/endpoints.ts';
import { webhookReceiver } from '@kerb/domain/webhooks/sandbox-receiver.ts';

/** The server's paths besides the endpoints: its pages, its probes, and the tokens of integrations. */
// biome-ignore format: a table
export const otherPaths = [
  '/.well-known/oauth-authorization-server', '/.well-known/security.txt', '/accept-invitation',
  '/accept-invitation/{means}',
  '/applications/{id}/pictures/{name}', '/card-frame',
  '/card-frame/{file}', '/check', '/confirm-email', '/embed/{file}', '/embed/{kind}/{key}',
  '/end-sign-in',
  '/forgotten-password', '/health', '/login', '/login.css', '/login.js', '/login/{step}', '/login/code/passkey',
  '/login/organisation/{id}/callback', '/login/organisation/{id}/logout', '/logout',
  '/oauth/token', '/pay/{token}', '/problems', '/problems/{code}', '/ready', '/robots.txt',
  '/scim/v2/{resource}', '/scim/v2/{resource}/{id}', '/set-password', '/set-password/passkey', '/welcome', '/welcome.js',
  webhookReceiver,
];

const isVersioned = (path: string): boolean => /^\/v\d+\//.test(path);
const patternOf = (path: string): string => path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]+');

const others = [...allEndpoints.map(({ path }) => path), ...otherPaths].filter((path) => !isVersioned(path));

/**
 * Matches the address of a request that the server answers itself: every path of an API version, known or not, and the
 * paths above. Every other address is a screen or a file of the web.
 */
export const serverPathPattern = `^(/v\\d+/.*|(${[...new Set(others.map(patternOf))].join('|')})/?(\\?.*)?$)`;
