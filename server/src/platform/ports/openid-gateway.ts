/** The provider could not be reached, or what it sent is not right. The message is for the person who logs in. */
export class OpenIdFailure extends Error {}

export type OpenIdClient = { issuer: string; clientId: string; clientSecret: string };

/** What belongs to one login, and is compared when the provider answers. */
export type OpenIdLogin = {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Whether the person logs in at the provider again, as a proof of identity. */
  isFresh: boolean;
};

export type OpenIdAnswer = {
  subject: string;
  sessionId: string | null;
  /** The claims of the ID token and of the user info. */
  claims: Record<string, unknown>;
};

export type LogoutToken = { id: string; subject: string | null; sessionId: string | null; expiresAt: number };

/**
 * Asks the OpenID Connect provider of an organisation, whose address a user chose: only addresses that webhooks may
 * reach too. Every call can throw OpenIdFailure. None may be made within a transaction.
 */
export type OpenIdGateway = {
  /** Why a provider cannot be used, in words for the manager; null if it can. */
  refusalOf: (client: OpenIdClient) => Promise<string | null>;
  loginAddress: (client: OpenIdClient, login: OpenIdLogin, emailAddress: string) => Promise<string>;
  /** Redeems the code of the address to which the provider sent the browser. */
  redeem: (client: OpenIdClient, login: OpenIdLogin, address: URL) => Promise<OpenIdAnswer>;
  readLogoutToken: (client: OpenIdClient, token: string) => Promise<LogoutToken>;
  /** The text records of a name in the DNS; empty if there are none. */
  textRecords: (name: string) => Promise<string[]>;
};
