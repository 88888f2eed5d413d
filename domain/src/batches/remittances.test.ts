import {
  grossOf,
  type Remitted,
  type RemittedPosting,
  remittedAccounts,
  remittedBy,
  remittedEvents,
} from '@kerb/domain/batches/remittances.ts';
import type { LedgerEvent } from '@kerb/domain/payments/ledger-events.ts';
import { entriesOf, type Move, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Step = { event: LedgerEvent; moves: readonly Move[]; batchId?: number; day?: string };

const postingsOf = (steps: readonly Step[]): RemittedPosting[] =>
  steps.map(({ event, moves, batchId = null, day = '2026-11-16' }, place) => ({
    ...{ id: place + 1, event, day, batchId },
    entries: entriesOf(moves).filter(({ account }) => (remittedAccounts as readonly string[]).includes(account)),
  }));

const divided = (invoiceId: number, sale: number, fees = 0, tax = 0): Step => ({
  event: 'payment',
  moves: [{ move: 'divide', invoiceId, amounts: { amount: sale + fees + tax, sale, discount: 0, fees, tax } }],
});
const undivided = (invoiceId: number, sale: number): Step => ({
  event: 'change',
  moves: [{ move: 'undivide', invoiceId, amounts: { amount: sale, sale, discount: 0, fees: 0, tax: 0 } }],
});
const lent = (amount: number): Step => ({ event: 'lend', moves: [moveOf('lend', amount)] });
const ordered = (batchId: number, amount: number): Step => ({
  event: 'order',
  batchId,
  moves: [moveOf('order', amount)],
});
const discarded = (batchId: number, amount: number): Step => ({
  event: 'unorder',
  batchId,
  moves: [moveOf('unorder', amount)],
});
const transferred = (batchId: number, amount: number, lentPart = 0): Step => ({
  event: 'transfer',
  batchId,
  moves: [{ move: 'transfer', amounts: { amount, lent: lentPart } }],
});
const byHand = (amount: number): Step => ({
  event: 'transfer',
  moves: [{ move: 'transferByHand', amounts: { amount, lent: 0 } }],
});
const bounced = (batchId: number, amount: number): Step => ({
  event: 'bounce',
  batchId,
  moves: [{ move: 'bounce', amounts: { amount, lent: 0 } }],
});

const shown = (remitted: readonly Remitted[]) =>
  remitted.map(({ kind, batchId, parts }) => [
    kind,
    batchId,
    ...parts.map((part) => [part.kind, part.invoiceId, grossOf(part), part.fees, part.tax, part.amount]),
  ]);
const remittedAfter = (...steps: Step[]) => shown(remittedBy(postingsOf(steps)));

describe('what a payment to an organisation is for', () => {
  it('is each invoice, with the fees and the GST that were held back', () => {
    expect(remittedAfter(divided(7, 1000, 50, 5), divided(8, 300), ordered(1, 1300), transferred(1, 1300))).toEqual([
      ['paid', 1, ['invoice', 7, 1055, 50, 5, 1000], ['invoice', 8, 300, 0, 0, 300]],
    ]);
  });

  it('is a loan, of which nothing is held back', () => {
    expect(remittedAfter(lent(4200), ordered(1, 4200), transferred(1, 4200, 4200))).toEqual([
      ['paid', 1, ['loan', null, 4200, 0, 0, 4200]],
    ]);
  });

  it('is what was kept when its batch was approved, not what came later', () => {
    const steps = [divided(7, 1000), ordered(1, 1000), divided(8, 300), transferred(1, 1000), byHand(300)];
    expect(remittedAfter(...steps)).toEqual([
      ['paid', 1, ['invoice', 7, 1000, 0, 0, 1000]],
      ['paid', null, ['invoice', 8, 300, 0, 0, 300]],
    ]);
  });

  it('nets an earlier invoice that is no longer paid', () => {
    const steps = [divided(7, 1000), ordered(1, 1000), transferred(1, 1000), divided(8, 500), undivided(7, 200)];
    expect(remittedAfter(...steps, byHand(300)).at(-1)).toEqual([
      'paid',
      null,
      ['invoice', 8, 500, 0, 0, 500],
      ['invoice', 7, -200, 0, 0, -200],
    ]);
  });

  it('is taken off if the bank sends it back, and named again when it is paid again', () => {
    const steps = [divided(7, 1000, 50, 5), ordered(1, 1000), transferred(1, 1000), bounced(1, 1000)];
    expect(remittedAfter(...steps, ordered(2, 1000), transferred(2, 1000))).toEqual([
      ['paid', 1, ['invoice', 7, 1055, 50, 5, 1000]],
      ['returned', 1, ['invoice', 7, -1055, -50, -5, -1000]],
      ['paid', 2, ['invoice', 7, 1055, 50, 5, 1000]],
    ]);
  });

  it('is the same after a batch that was discarded', () => {
    const steps = [lent(900), ordered(1, 900), discarded(1, 900), ordered(2, 900), transferred(2, 900, 900)];
    expect(remittedAfter(...steps)).toEqual([['paid', 2, ['loan', null, 900, 0, 0, 900]]]);
  });

  it('is carried over where the ledger has no cause, so that the sum is always what was paid', () => {
    expect(remittedAfter(divided(7, 100), byHand(250))).toEqual([
      ['paid', null, ['invoice', 7, 100, 0, 0, 100], ['carried', null, 150, 0, 0, 150]],
    ]);
  });

  it('is read from the events that touch what is kept, and from no interest', () => {
    expect(remittedEvents).toEqual(
      expect.arrayContaining(['payment', 'lend', 'order', 'transfer', 'bounce', 'opening']),
    );
    expect(remittedEvents).not.toContain('interest');
  });
});

type Act = 'divide' | 'lend' | 'order' | 'discard' | 'transfer' | 'hand' | 'bounce';
const acts = fc.array(
  fc.record({
    act: fc.constantFrom<Act>('divide', 'divide', 'lend', 'order', 'order', 'discard', 'transfer', 'hand', 'bounce'),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
    month: fc.constantFrom('2026-10', '2026-11', '2026-12'),
  }),
  { maxLength: 40 },
);

/** Steps that the product would allow: a batch takes all that is kept, and a payment comes back once. */
function allowed(chosen: readonly { act: Act; cents: number; month: string }[]): Step[] {
  const steps: Step[] = [];
  let kept = 0;
  let waiting: { batchId: number; amount: number } | null = null;
  const paid: { batchId: number; amount: number }[] = [];
  const sorted = chosen.map(({ month }) => `${month}-15`).toSorted();
  for (const [place, { act, cents }] of chosen.entries()) {
    const add = (step: Step) => steps.push({ ...step, day: sorted[place] ?? '' });
    if (act === 'divide') add(divided(place, cents, cents % 97, cents % 11));
    if (act === 'lend') add(lent(cents));
    if (act === 'divide' || act === 'lend') kept += cents;
    if (act === 'order' && kept > 0 && !waiting) {
      waiting = { batchId: place, amount: kept };
      add(ordered(place, kept));
      kept = 0;
    } else if (act === 'discard' && waiting) {
      add(discarded(waiting.batchId, waiting.amount));
      kept += waiting.amount;
      waiting = null;
    } else if (act === 'transfer' && waiting) {
      add(transferred(waiting.batchId, waiting.amount));
      paid.push(waiting);
      waiting = null;
    } else if (act === 'hand' && kept > 0) {
      add(byHand(kept));
      kept = 0;
    } else if (act === 'bounce') {
      const back = paid.shift();
      if (back) add(bounced(back.batchId, back.amount));
      kept += back?.amount ?? 0;
    }
  }
  return steps;
}

describe('whatever is kept, ordered, discarded, paid and sent back', () => {
  it('the parts of a month add up to what left the bank, each part has its cause, and none is paid twice', () => {
    fc.assert(
      fc.property(acts, (chosen) => {
        const postings = postingsOf(allowed(chosen));
        const remitted = remittedBy(postings);
        for (const month of ['2026-10', '2026-11', '2026-12']) {
          const parts = remitted.filter(({ day }) => day.startsWith(month)).flatMap((each) => each.parts);
          const left = postings
            .filter(({ day, event }) => day.startsWith(month) && (event === 'transfer' || event === 'bounce'))
            .flatMap(({ entries }) => entries.filter(({ account }) => account === 'bank' || account === 'trust'));
          const sum = parts.reduce((total, { amount }) => total + amount, 0);
          expect(sum).toBe(0 - left.reduce((total, { amount }) => total + amount, 0));
        }
        const parts = remitted.flatMap((each) => each.parts);
        expect(parts.filter(({ kind }) => kind === 'carried')).toEqual([]);
        for (const [invoiceId, own] of Map.groupBy(parts, (part) => part.invoiceId)) {
          if (invoiceId === null) continue;
          const { cents } = chosen[invoiceId] ?? { cents: 0 };
          expect([0, cents]).toContain(own.reduce((total, { amount }) => total + amount, 0));
        }
      }),
    );
  });
});
