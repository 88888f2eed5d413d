import { type CardGateway, GatewayUnavailable } from '@kerb/server/platform/ports/card-gateway.ts';

/**
 * How the card gateway behaves beyond its test cards. `down`: it does not respond. `deaf`: it does what it is asked,
 * and its response is lost. `refusing`: it declines refunds. `undecided`: it books a refund and says it is pending.
 */
export const moods = ['fine', 'down', 'deaf', 'refusing', 'undecided'] as const;
export type Mood = (typeof moods)[number];

export type MoodyGateway = CardGateway & { mood: Mood };

/** The sandbox's gateway, with a mood that a sequence can change. */
export function moodyGateway(gateway: CardGateway): MoodyGateway {
  const lost = () => new GatewayUnavailable('the response was lost');
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (moody.mood === 'down') throw new GatewayUnavailable('the gateway is down');
    const answer = await ask();
    if (moody.mood === 'deaf') throw lost();
    return answer;
  };
  const moody: MoodyGateway = {
    ...gateway,
    mood: 'fine',
    describe: (token) => (moody.mood === 'down' ? asked(() => gateway.describe(token)) : gateway.describe(token)),
    charge: (charge) => asked(() => gateway.charge(charge)),
    find: (reference) => asked(() => gateway.find(reference)),
    refund: (refund) =>
      asked(async () => {
        if (moody.mood === 'refusing') {
          return { state: 'declined', gatewayRef: null, reason: 'refund-refused', card: null };
        }
        const outcome = await gateway.refund(refund);
        return moody.mood === 'undecided' ? { ...outcome, state: 'pending' } : outcome;
      }),
  };
  return moody;
}
