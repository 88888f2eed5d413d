import { KerbTokenError } from './problem.ts';

export type Credentials = {
  clientId: string;
  clientSecret: string;
  /** Fewer scopes than the program has, separated by spaces. */
  scope?: string;
};

export type TokenSource = { read: () => Promise<string>; drop: () => void };
type Token = { text: string; until: number };

/** A token is not used in its last seconds: it could expire on the way. */
const spareMs = 30_000;

type Asking = { baseUrl: string; fetch: typeof fetch; now: () => number };

async function ask({ baseUrl, fetch: send, now }: Asking, given: Credentials): Promise<Token> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: given.clientId,
    client_secret: given.clientSecret,
    ...(given.scope !== undefined && { scope: given.scope }),
  });
  const response = await send(`${baseUrl.replace(/\/+$/, '')}/oauth/token`, { method: 'POST', body: form });
  // A proxy in between may answer with a page of its own.
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.ok) return { text: String(body.access_token), until: now() + Number(body.expires_in) * 1_000 };
  const error = String(body.error ?? 'unknown');
  throw new KerbTokenError(response.status, error, String(body.error_description ?? `No token: ${error}`));
}

/** Asks once, even if several calls begin together, and again shortly before the token expires. */
export function tokenSource(asking: Asking, given: Credentials): TokenSource {
  let current: Promise<Token> | null = null;
  const renew = (): Promise<Token> => {
    const asked = ask(asking, given);
    current = asked;
    asked.catch(() => {
      // The caller gets the error. The next call asks again.
      if (current === asked) current = null;
    });
    return asked;
  };
  return {
    read: async () => {
      const token = await (current ?? renew());
      return token.until - spareMs > asking.now() ? token.text : (await renew()).text;
    },
    drop: () => {
      current = null;
    },
  };
}
