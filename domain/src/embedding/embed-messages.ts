import type { ButtonState } from '@kerb/domain/embedding/button-state.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/**
 * What our frames tell the website that shows them, by `postMessage`. Fields are only added within a version. A host
 * ignores types and fields that it does not know.
 */
export const embedMessageVersion = 1;

export type EmbedMessage = { version: typeof embedMessageVersion } & (
  | { type: 'kerb:ready'; kind: EmbedKind }
  | { type: 'kerb:resize'; height: number }
  | { type: 'kerb:choice'; option: FinanceOptionCode; budget: number; days: number; dueNow: number; total: number }
  | { type: 'kerb:state'; state: ButtonState }
);
export type EmbedMessageType = EmbedMessage['type'];

export const embedKinds = ['calculator', 'button'] as const;
export type EmbedKind = (typeof embedKinds)[number];

/** What each message means, and what it has. The developer page prints them. */
// biome-ignore format: a table
export const embedMessageWords: Record<EmbedMessageType, { from: readonly EmbedKind[]; when: string; example: object }> = {
  'kerb:ready':  { from: embedKinds,     when: 'The frame is shown and can be used.',
                   example: { kind: 'calculator' } },
  'kerb:resize': { from: embedKinds,     when: 'The content has another height, in pixels. Our script sets the height of the frame.',
                   example: { height: 412 } },
  'kerb:choice': { from: ['calculator'], when: 'A visitor has pressed Choose. Amounts are in dollars; they are the visitor’s own figures and no offer.',
                   example: { option: 'pl', budget: 5000, days: 90, dueNow: 0, total: 5389.04 } },
  'kerb:state':  { from: ['button'],     when: 'The button is shown, or its state has changed: to-pay, paid or not-available.',
                   example: { state: 'to-pay' } },
};
