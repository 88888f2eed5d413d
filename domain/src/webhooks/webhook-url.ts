import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';

export const notPublic = 'This address is not on the public internet.';

/** The parts of a web address. */
export type Address = { protocol: string; hostname: string; username: string; password: string; hash: string };

const refused = (message: string) => refuse('webhook-url', message, fieldError('url', 'notValid', message));
/** Host names that mean this machine or this network, whatever they resolve to. */
const isLocalName = (host: string) =>
  !host.includes('.') || /(^|\.)(localhost|local|internal|lan|home\.arpa)$/i.test(host.replace(/\.$/, ''));
const isNumber = (host: string) => host.startsWith('[') || /^[\d.]+$/.test(host);

type Network = { reachesPrivate: boolean };

/**
 * Decides by the address alone whether a webhook may be sent to it. The resolved IP address is checked at registration
 * and again at every connection.
 */
export function decideWebhookUrl<T extends Address>(address: T | null, { reachesPrivate }: Network): Decision<T> {
  if (!address) return refused('Enter a web address.');
  const { protocol, hostname, username, password, hash } = address;
  const isAllowed = protocol === 'https:' || (reachesPrivate && protocol === 'http:');
  if (!isAllowed) return refused('Enter an https address.');
  if (username || password) return refused('Leave the user name and password out of the address.');
  if (hash) return refused('Leave out what follows the #.');
  const isLocal = !isNumber(hostname) && isLocalName(hostname);
  if (isLocal && !reachesPrivate) return refused(notPublic);
  return allow(address);
}
