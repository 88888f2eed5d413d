/** What the tests use of the package, which has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Context = { path: string; req: IncomingMessage; res: ServerResponse; oidc: Oidc };
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  type Oidc = {
    provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
    client?: { clientId: string };
    session?: { accountId?: string };
  };
  export type Configuration = {
    clients: object[];
    jwks: { keys: object[] };
    cookies: { keys: string[] };
    claims: Record<string, string[]>;
    features: Record<string, { enabled: boolean }>;
    interactions: { url: (ctx: Context, interaction: { uid: string }) => string };
    findAccount: (ctx: Context, id: string) => { accountId: string; claims: () => Promise<{ sub: string }> };
    loadExistingGrant: (ctx: Context) => Promise<Grant>;
  };
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    Client: { prototype: { redirectUriAllowed: () => boolean } };
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
