import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';

/** In how many browsers a person may be logged in at once. The one that was used longest ago ends. */
export const mostSignIns = 20;

/** What a sign-in has that none of the person's earlier ones had. */
export type Newness = { isNewBrowser: boolean; isNewNetwork: boolean };

type Happened = Newness & { hasLoggedInBefore: boolean; isToldAnyway: boolean };

/**
 * Whether the owner of an account is told of a sign-in. Not of the first one ever, which nothing can be compared with,
 * and not if another message tells of it.
 */
export const isAlarming = ({ isNewBrowser, isNewNetwork, hasLoggedInBefore, isToldAnyway }: Happened): boolean =>
  (isNewBrowser || isNewNetwork) && hasLoggedInBefore && !isToldAnyway;

const expanded = (address: string): string[] => {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  return tail === undefined
    ? before
    : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
};

/**
 * About the network of one provider: the first half of an IPv4 address, the first quarter of an IPv6 address. A phone
 * whose address changes all day is then not new each time.
 */
export function wideNetworkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return `${plain.split('.').slice(0, 2).join('.')}.0.0/16`;
  const [first = '0', second = '0'] = expanded(plain).map((part) => part.toLowerCase().replace(/^0+(?=.)/, ''));
  return `${first}:${second}::/32`;
}

/** What is known of a sign-in: nothing is guessed from an address. */
export type SignInFacts = { device: string; means: string; ipAddress: string; date: string };

type Facts = Newness & SignInFacts & { brand: string; firstName: string; supportPhone: string };

const newWhat = ({ isNewBrowser, isNewNetwork }: Newness): string => {
  if (isNewBrowser && isNewNetwork) return 'in a browser and from a network that have not been used for it before';
  return isNewBrowser
    ? 'in a browser that has not been used for it before'
    : 'from a network that has not been used for it before';
};

/** To the owner of an account. `secretPlace` is the link that ends the sign-in. */
export const newSignInMessage = (facts: Facts) => ({
  subject: `New login to your ${facts.brand} account: ${facts.device}`,
  body: [
    `Hello ${facts.firstName},`,
    `Somebody has just logged in to your ${facts.brand} account, ${newWhat(facts)}:`,
    `${facts.device}\nLogged in with: ${facts.means}\nNetwork address: ${facts.ipAddress}\nTime: ${facts.date}`,
    'If it was you, you need not do anything.',
    'If it was not you, end this login here:',
    secretPlace,
    `Then choose a new password with "Forgotten your password?" on the login page, or call us on ${facts.supportPhone}.`,
    facts.brand,
  ].join('\n\n'),
});
