import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';

/** A team member's own words in the message with a Payment URL. */
export const longestNote = 300;

/** What a mail program makes a link of: a scheme, www, or a name with a dot and an ending in small letters. */
const address = /\S*(?:\/\/|www\.|@)\S*|[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.[a-z]{2,24}\b\S*/u;

/** A web or email address in a text; undefined if it has none. */
export const webAddressIn = (text: string): string | undefined => address.exec(text)?.[0];

/** The note as it is sent. Links are refused, because a payer must be able to trust every link in our messages. */
export function decideNote(typed: string | null | undefined): Decision<string | null> {
  const note = (typed ?? '').replace(/\n{2,}/g, '\n').trim();
  if (note === '') return allow(null);
  const found = webAddressIn(note);
  if (found === undefined) return allow(note);
  const because = `Please take out ‘${found}’. A note cannot have a web or email address.`;
  return refuse('note-not-valid', because, fieldError('note', 'notValid', because));
}
