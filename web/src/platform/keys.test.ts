import { isInPopup, isTyping, singleKeys } from '@kerb/web/platform/keys.ts';
import { expect, it } from 'vitest';

const made = (html: string): Element => {
  document.body.innerHTML = html;
  return document.body.querySelector('[data-here]')!;
};

// biome-ignore format: a table
it.each([
  ['<input data-here>',                                  true,  false],
  ['<select data-here></select>',                        true,  false],
  ['<textarea data-here></textarea>',                    true,  false],
  ['<button data-here></button>',                        false, false],
  ['<div role="dialog"><button data-here></button></div>', false, true],
  ['<div role="menu"><b data-here></b></div>',           false, true],
])('%s takes key presses: as a field %j, as a popup %j', (html, field, popup) => {
  const target = made(html);
  expect([isTyping(target), isInPopup(target)]).toEqual([field, popup]);
});

it('single-key shortcuts are on until they are turned off, which this browser remembers', () => {
  expect(singleKeys.get()).toBe(true);
  singleKeys.set(false);
  expect([singleKeys.get(), localStorage.getItem('kerb.single-keys')]).toEqual([false, 'off']);
  singleKeys.set(true);
  expect(localStorage.getItem('kerb.single-keys')).toBe('on');
});
