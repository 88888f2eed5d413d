import type { CardFacts } from '@kerb/domain/vocabulary/card-schemes.ts';
import { eventSignatureHeader, isSigned } from '@kerb/server/gateways/cards/sandbox/signed-events.ts';
import {
  type CardGateway,
  type ChargeOutcome,
  type GatewayEvent,
  GatewayUnavailable,
} from '@kerb/server/platform/ports/card-gateway.ts';

type Settings = {
  /** The sandbox's address for this server, and for a browser. */
  apiUrl: string;
  publicUrl: string;
  apiKey: string;
  eventSecret: string;
  timeoutMs: number;
};

/** The sandbox's gateway as the product sees it: over HTTP, like any other. */
export function sandboxCards({ apiUrl, publicUrl, apiKey, eventSecret, timeoutMs }: Settings): CardGateway {
  async function call<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await fetch(apiUrl + path, {
        method,
        headers,
        signal,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`the card sandbox answered ${answer.status}`);
      return (await answer.json()) as Answer;
    } catch (error) {
      throw new GatewayUnavailable('The card gateway did not answer.', { cause: error });
    }
  }
  return {
    frame: () => ({
      provider: 'sandbox',
      url: `${publicUrl}/frame`,
      origin: new URL(publicUrl).origin,
      publishableKey: null,
    }),
    describe: async (token) => (await call<{ card: CardFacts | null }>('POST', '/v1/describe', { token })).card,
    charge: async (charge) => (await call<{ outcome: ChargeOutcome }>('POST', '/v1/charges', charge)).outcome,
    find: async (reference) => {
      const path = `/v1/charges/${encodeURIComponent(reference)}`;
      return (await call<{ outcome: ChargeOutcome | null }>('GET', path)).outcome;
    },
    refund: async (refund) => (await call<{ outcome: ChargeOutcome }>('POST', '/v1/refunds', refund)).outcome,
    readEvent: (headers, body) => {
      if (!isSigned(eventSecret, headers[eventSignatureHeader], body)) return null;
      try {
        return JSON.parse(body.toString('utf8')) as GatewayEvent;
      } catch {
        // The event is signed by our own sandbox but is not JSON: answers 400, like any unreadable event.
        return null;
      }
    },
  };
}
