import {
  type CardFacts,
  type CardFunding,
  type CardScheme,
  cardFundings,
  cardSchemes,
  cardWallets,
} from '@kerb/domain/vocabulary/card-schemes.ts';

/** What is known of the card while typing. The scheme is null until the number shows it. */
export type CardChange = { valid: boolean; scheme: CardScheme | null; funding: CardFunding };
export type TokenisedCard = { token: string; card: CardFacts };

export type FrameMessage =
  | { type: 'ready' }
  | ({ type: 'change' } & CardChange)
  | { type: 'height'; px: number }
  | ({ type: 'token'; nonce: string } & TokenisedCard)
  | ({ type: 'wallet' } & TokenisedCard)
  | { type: 'error'; nonce: string; message: string };

type Raw = Record<string, unknown>;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null;
const oneOf = <T extends string>(list: readonly T[], value: unknown): T | null =>
  list.find((each) => each === value) ?? null;

const tallestPx = 2_000;

function cardIn({ token, card }: Raw): TokenisedCard | null {
  if (typeof token !== 'string' || token === '' || !isRaw(card)) return null;
  const scheme = oneOf(cardSchemes, card.scheme);
  const funding = oneOf(cardFundings, card.funding);
  const { last4, country } = card;
  if (!scheme || !funding || typeof last4 !== 'string' || !/^\d{4}$/.test(last4)) return null;
  const issuedIn = typeof country === 'string' ? country : null;
  return { token, card: { scheme, funding, last4, country: issuedIn, wallet: oneOf(cardWallets, card.wallet) } };
}

function tokenIn(raw: Raw): FrameMessage | null {
  const { nonce } = raw;
  const card = cardIn(raw);
  return typeof nonce === 'string' && card ? { type: 'token', nonce, ...card } : null;
}

/** The payer has confirmed in a wallet, without a question of ours. */
function walletIn(raw: Raw): FrameMessage | null {
  const card = cardIn(raw);
  return card?.card.wallet ? { type: 'wallet', ...card } : null;
}

/** Parses a message of the frame; null if it is unknown. */
export function readFrameMessage(raw: unknown): FrameMessage | null {
  if (!isRaw(raw)) return null;
  switch (raw.type) {
    case 'ready':
      return { type: 'ready' };
    case 'change': {
      const funding = oneOf(cardFundings, raw.funding) ?? 'unknown';
      return { type: 'change', valid: raw.valid === true, scheme: oneOf(cardSchemes, raw.scheme), funding };
    }
    case 'height':
      return typeof raw.px === 'number' && raw.px > 0 ? { type: 'height', px: Math.min(raw.px, tallestPx) } : null;
    case 'token':
      return tokenIn(raw);
    case 'wallet':
      return walletIn(raw);
    case 'error':
      return typeof raw.nonce === 'string' && typeof raw.message === 'string'
        ? { type: 'error', nonce: raw.nonce, message: raw.message }
        : null;
    default:
      return null;
  }
}
