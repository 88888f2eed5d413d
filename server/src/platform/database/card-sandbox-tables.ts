import type { CardBehaviour } from '@kerb/domain/sandbox/test-cards.ts';
import type { CardFacts } from '@kerb/domain/vocabulary/card-schemes.ts';
import type { Generated } from 'kysely';

/** Tables that only the sandbox's card gateway uses. */
export type CardSandboxTables = {
  sandboxCardTokens: CardFacts & {
    hash: Buffer;
    behaviour: CardBehaviour;
    expiryDate: string;
    usedDate: Generated<string | null>;
  };
  sandboxCardCharges: CardFacts & {
    id: string;
    reference: string;
    refundOf: string | null;
    amountCents: number;
    currency: string;
    description: string | null;
    state: 'approved' | 'declined';
    reason: string | null;
    /** Before this moment the gateway says 'pending'. */
    knownFrom: string;
    createdDate: string;
  };
  sandboxCardEvents: {
    id: string;
    chargeId: string;
    sendsLeft: number;
    attempts: Generated<number>;
    nextAttemptDate: string;
    createdDate: string;
  };
};
