import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { CardNameAt, FoldedCard } from '@kerb/domain/campaign-page/cards.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { longDay } from '@kerb/web/design/dates.ts';
import { moneyText } from '@kerb/web/design/money.tsx';

export type StaffCard = CardNameAt<'main' | 'sidebar'>;

/** The id of a card's place on the page. */
export const sectionId = (name: StaffCard): string => `card-${name}`;

const signed = ({ campaignFinanceSignatureDate: day }: Agreement): string =>
  day ? `Signed on ${longDay(day)}` : 'Signed';

/** What a finished card came to, in one line. */
// biome-ignore format: a table
export const outcomes: Record<FoldedCard, (agreement: Agreement) => string> = {
  marketing:      ({ campaignBudget }) => moneyText(campaignBudget ?? 0),
  payers:         () => 'Everybody has signed',
  paymentOptions: ({ financeOptionCode }) => (financeOptionCode ? financeOptionLabels[financeOptionCode] : 'Not chosen'),
  finance:        signed,
};
