import type { Config } from '@kerb/server/platform/config.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import type { SmsGateway } from '@kerb/server/platform/ports/sms-gateway.ts';

function reasonOf(error: unknown): string {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return isTimeout ? 'The SMS gateway did not answer in time.' : 'The SMS gateway could not be reached.';
}

/** Any provider that takes `{ to, text, from }` as JSON with a bearer token. Others need a small adapter. */
export function httpSms({ url, token }: NonNullable<Config['sms']>, timeoutMs = 10_000): SmsGateway {
  return {
    send: async ({ id, to, text, from }) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({ to, text, ...(from && { from }) }),
        // A redirect would send the text and the token elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error) => {
        throw new DeliveryFailure(reasonOf(error), { cause: error });
      });
      await response.body?.cancel();
      if (!response.ok) throw new DeliveryFailure(`The SMS gateway refused it (${response.status}).`);
    },
  };
}
