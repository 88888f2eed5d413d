import { refusedFor } from '@kerb/server/platform/files/refused-file.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: text has tabs and line ends, and none of the others.
const control = /[\u0000-\u0008\u000E-\u001F\u007F]/;
const markup =
  /<\s*(!doctype|html|head|body|script|style|svg|iframe|object|embed|img|meta|link|form|math)\b|<\?(xml|php)/i;
const otherForm = /^\uFEFF?\s*(%PDF-|%!PS|\{\\rtf)/;

/** Refuses content that a browser or reader would not treat as plain text. */
export function checkPlainText(bytes: Buffer): void {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: the refusal says so.
    throw refusedFor('notText');
  }
  if (control.test(text)) throw refusedFor('notText');
  if (markup.test(text) || otherForm.test(text)) throw refusedFor('misnamed');
}
