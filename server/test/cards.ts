import { type CardBehaviour, type TestCard, testCards } from '@kerb/domain/sandbox/test-cards.ts';

/** The first test card with this behaviour. */
export const testCardOf = (behaviour: CardBehaviour): TestCard =>
  testCards.find((card) => card.behaviour === behaviour)!;
