import { domainCodeHours } from '@kerb/domain/organisations/login-provider-rules.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';

type Facts = { brand: string; tenantName: string; userName: string; settingsUrl: string };

// biome-ignore format: a list
export const loginProviderEvents = [
  'waiting', 'confirmed', 'required', 'optional', 'release-asked', 'secret-leaked', 'ended',
] as const;
export type LoginProviderEvent = (typeof loginProviderEvents)[number];

// biome-ignore format: a table
const happened: Record<LoginProviderEvent, (facts: Facts) => string> = {
  waiting:         ({ userName, tenantName }) => `${userName} has set up or changed the login of ${tenantName}. It works when an admin has confirmed it.`,
  confirmed:       ({ userName, tenantName, brand }) => `${userName} has confirmed the login of ${tenantName}. Its team can log in to ${brand} with it.`,
  required:        ({ userName, tenantName }) => `${userName} has made the login of ${tenantName} the only one. Its team can no longer log in with a password or a passkey, and was logged out.`,
  optional:        ({ userName, tenantName }) => `${userName} has allowed other logins again. The team of ${tenantName} can log in with a password or a passkey, too.`,
  'release-asked': ({ userName, tenantName }) => `${userName} has asked to let the team of ${tenantName} log in with a password again. A second admin must ask for it too.`,
  'secret-leaked': ({ tenantName }) => `The client secret of the login of ${tenantName} may be known to somebody else. Make a new client secret at your provider, enter it under Settings, and delete the former one at your provider. Until then your team logs in as before.`,
  ended:           ({ userName, tenantName }) => `${userName} has ended the login of ${tenantName}. Everybody who had logged in with it was logged out.`,
};

/** To managers and, where they must decide, to admins. */
export const loginProviderMessage = (event: LoginProviderEvent, facts: Facts) => ({
  kind: 'login-provider',
  subject: `The login of ${facts.tenantName} at ${facts.brand}`,
  body: [happened[event](facts), `Details: ${facts.settingsUrl}`, facts.brand].join('\n\n'),
});

/** To the keeper of a domain. `secretPlace` is the code. */
export const domainCodeMessage = ({
  brand,
  tenantName,
  domain,
}: {
  brand: string;
  tenantName: string;
  domain: string;
}) => ({
  kind: 'domain-code',
  subject: `${tenantName} wants to use ${domain} for logins to ${brand}`,
  body: [
    `${tenantName} says that ${domain} is its own domain, and that its people log in to ${brand} with your login.`,
    'If that is right, give this code to the manager who asked you for it:',
    secretPlace,
    `It works for ${domainCodeHours} hours. If it is not right, ignore this message.`,
    brand,
  ].join('\n\n'),
});
