/** The network of a card; the surcharge follows it and the funding. */
export const cardSchemes = ['visa', 'mastercard', 'unionpay', 'amex', 'jcb', 'other'] as const;
export type CardScheme = (typeof cardSchemes)[number];

export const cardFundings = ['credit', 'debit', 'prepaid', 'unknown'] as const;
export type CardFunding = (typeof cardFundings)[number];

/** Where the card came from, if it was not typed. */
export const cardWallets = ['apple-pay', 'google-pay'] as const;
export type CardWallet = (typeof cardWallets)[number];

/** The facts about a card outside the provider's frame. The country is where it was issued. */
export type CardFacts = {
  scheme: CardScheme;
  funding: CardFunding;
  last4: string;
  country: string | null;
  wallet: CardWallet | null;
};

export const cardSchemeLabels: Record<CardScheme, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  amex: 'American Express',
  jcb: 'JCB',
  other: 'Card',
};

export const cardWalletLabels: Record<CardWallet, string> = { 'apple-pay': 'Apple Pay', 'google-pay': 'Google Pay' };

/** 'Visa', or 'Visa (Apple Pay)'. */
export const cardLabel = ({ scheme, wallet }: Pick<CardFacts, 'scheme' | 'wallet'>): string =>
  wallet === null ? cardSchemeLabels[scheme] : `${cardSchemeLabels[scheme]} (${cardWalletLabels[wallet]})`;

/** The number prefixes of each scheme: from and to, inclusive, compared by as many digits as they have. */
// biome-ignore format: a table
export const schemeBeginnings: readonly [CardScheme, from: string, to: string][] = [
  ['visa',       '4',    '4'],
  ['mastercard', '51',   '55'],
  ['mastercard', '2221', '2720'],
  ['amex',       '34',   '34'],
  ['amex',       '37',   '37'],
  ['jcb',        '3528', '3589'],
  ['unionpay',   '62',   '62'],
  ['unionpay',   '81',   '81'],
];
