import type { Actor } from '@kerb/domain/access/actor.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';
import { render, warmUp } from '@kerb/server/platform/pdf/render.ts';
import { keptResults } from '@kerb/server/platform/queues/kept-results.ts';
import { lanes, ownerOf, queueOwnerOf } from '@kerb/server/platform/queues/lanes.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';

export type Draw = (document: PdfDocument) => Promise<Buffer>;

/** By the hash of the content, because the same content gives the same bytes. */
const drawn = keptResults(64 * 1_048_576);
const keyOf = (document: PdfDocument): string => sha256(JSON.stringify(document)).toString('base64');

async function draw(document: PdfDocument, signal: AbortSignal, beforeRendering?: () => Promise<void>) {
  const key = keyOf(document);
  const known = drawn.get(key);
  if (known) return known;
  await beforeRendering?.();
  return drawn.keep(key, await render(document, signal));
}

/** Starts the drawing threads. The fonts are parsed with the first document, so one is drawn in each. */
export const startDrawing = ({ country, clock }: Pick<Deps, 'country' | 'clock'>): Promise<void> =>
  warmUp({
    title: country.brand,
    locale: country.locale,
    letterhead: { brand: country.brand, colour: '#000000', sender: [country.brand] },
    date: clock.now(),
    blocks: [{ kind: 'facts', rows: [[country.brand, country.name]] }],
    footer: country.name,
  });

/** Draws one document in the turn of its owner. */
export const drawPdf = (document: PdfDocument, owner: string): Promise<Buffer> =>
  lanes.drawing.run(owner, (signal) => draw(document, signal));

/**
 * Reads and draws a document for a person in their turn. Reading is part of the turn, so that a person who requests
 * many documents at once does not occupy the database either.
 */
export function drawFor<T>({ db }: Pick<Deps, 'db'>, actor: Actor, task: (draw: Draw) => Promise<T>): Promise<T> {
  const count = () => countAttempt(db, 'drawingsPerPerson', ownerOf(actor));
  return lanes.drawing.run(queueOwnerOf(actor), (signal) => task((document) => draw(document, signal, count)));
}
