/**
 * The place of the link or code in the text of a message. No text that a person types can contain its two special
 * characters, so nobody can write such a place.
 */
export const secretPlace = '\uE0001\uE001';

const places = /\uE000(\d+)\uE001/g;
/** How messages marked the places before; some may still wait to be sent. */
const olderPlaces = /\{\{(\d+)\}\}/g;

/** The text with its secrets. `erased` is for a secret that is no longer stored. */
export function fillSecrets(text: string, secrets: readonly string[], erased?: string): string {
  const secretOf = (place: string) => secrets[Number(place) - 1];
  if (text.search(places) !== -1) return text.replace(places, (whole, place) => secretOf(place) ?? erased ?? whole);
  return text.replace(olderPlaces, (whole, place) => secretOf(place) ?? whole);
}

/** Whether the text has a place for a link or a code. */
export const hasSecretPlace = (text: string): boolean => text.search(places) !== -1 || text.search(olderPlaces) !== -1;
