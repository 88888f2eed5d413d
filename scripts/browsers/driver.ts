import { setTimeout as pause } from 'node:timers/promises';

/** An element, as the protocol of the browser names it. */
export type Found = string;

/** What a walk needs of a browser. Both protocols have it. */
export type Driver = {
  name: string;
  open: (address: string) => Promise<void>;
  /** Evaluates an expression in the page, or in the frame that was entered. */
  read: <T>(expression: string) => Promise<T>;
  /** The element that an expression returns; null if it returns none. */
  find: (expression: string) => Promise<Found | null>;
  tap: (element: Found) => Promise<void>;
  type: (element: Found, text: string) => Promise<void>;
  /** Works within a frame of the page until `act` has ended. */
  within: (frame: Found, act: () => Promise<void>) => Promise<void>;
  end: () => Promise<void>;
};

const longestMs = 20_000;
const everyMs = 100;

/** Repeats until there is an answer. A walk waits for what the payer sees, and never for a time. */
export async function until<T>(what: string, ask: () => Promise<T | null | false | undefined>): Promise<T> {
  const end = Date.now() + longestMs;
  let last: unknown = null;
  while (Date.now() < end) {
    try {
      const found = await ask();
      if (found !== null && found !== false && found !== undefined) return found;
      last = null;
    } catch (error) {
      // The page may be loading.
      last = error;
    }
    await pause(everyMs);
  }
  throw new Error(`not seen within ${longestMs / 1_000} s: ${what}`, { cause: last });
}

const text = (value: string): string => JSON.stringify(value);

/** Expressions that find what a payer would look for. */
export const see = {
  heading: (name: string): string =>
    `[...document.querySelectorAll('main h1')].find((e) => e.textContent.startsWith(${text(name)})) ?? null`,
  button: (name: string): string =>
    `[...document.querySelectorAll('main button')].find((e) => e.textContent.trim().startsWith(${text(name)}) && !e.disabled) ?? null`,
  choice: (name: string): string =>
    `[...document.querySelectorAll('main label')].find((e) => e.textContent.trim().startsWith(${text(name)})) ?? null`,
  ticks: `document.querySelectorAll('main label.tick').length`,
  tick: (place: number): string => `document.querySelectorAll('main label.tick')[${place}] ?? null`,
  field: (label: string): string =>
    `(() => {
      const found = [...document.querySelectorAll('label')]
        .find((e) => e.textContent.trim().startsWith(${text(label)}));
      return found ? document.getElementById(found.htmlFor) : null;
    })()`,
  frame: `document.querySelector('iframe[data-ready=true]')`,
};

export async function expectHeading(driver: Driver, name: string): Promise<void> {
  await until(`the question ‘${name}’`, () => driver.find(see.heading(name)));
  await until('a page that can be used', () =>
    driver.read<boolean>(`document.documentElement.hasAttribute('data-ready')`),
  );
}

export async function press(driver: Driver, expression: string): Promise<void> {
  const element = await until(expression, () => driver.find(expression));
  await driver.tap(element);
}

export async function write(driver: Driver, expression: string, words: string): Promise<void> {
  const element = await until(expression, () => driver.find(expression));
  await driver.type(element, words);
}
