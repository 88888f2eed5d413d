import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../local-server.ts';
import { type Driver, until } from './driver.ts';

/** Debian's package webkit2gtk-driver, and the small browser of the package libwebkit2gtk-4.1-0. */
export const webkitProgram = '/usr/bin/WebKitWebDriver';
const libraries = '/usr/lib';
export const miniBrowser = (): string | undefined =>
  readdirSync(libraries)
    .map((folder) => join(libraries, folder, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((path) => existsSync(path));
/** WebKit's window needs a display. Debian's package xvfb has one without a screen. */
export const displayProgram = '/usr/bin/xvfb-run';

/** The key of an element in the answers of WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

async function ask<T>(address: string, method: 'POST' | 'GET' | 'DELETE', body?: object): Promise<T> {
  const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(address, { method, ...sent });
  const { value } = (await answer.json()) as { value: T & { message?: string } };
  if (!answer.ok) throw new Error(`${method} ${address}: ${value.message}`);
  return value;
}

/** WebKit over WebDriver. The window is as wide as a phone. */
export async function openWebkit([width, height]: readonly [number, number]): Promise<Driver> {
  const port = await freePort();
  const args = ['-a', webkitProgram, `--port=${port}`];
  const child = spawn(displayProgram, args, { stdio: 'ignore', detached: true });
  const root = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver', () => ask<object>(`${root}/status`, 'GET'));
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const { sessionId } = await ask<{ sessionId: string }>(`${root}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `${root}/session/${sessionId}`;
  await ask(`${session}/window/rect`, 'POST', { x: 0, y: 0, width, height });
  const run = <T>(expression: string) =>
    ask<T>(`${session}/execute/sync`, 'POST', { script: `return (${expression});`, args: [] });
  const tap = async (element: string): Promise<void> =>
    void (await ask(`${session}/element/${element}/click`, 'POST', {}));
  return {
    name: 'WebKit',
    open: async (url) => void (await ask(`${session}/url`, 'POST', { url })),
    read: run,
    find: async (expression) => (await run<Record<string, string> | null>(expression))?.[elementKey] ?? null,
    tap,
    type: async (element, text) => {
      // WebKit refuses to type into a field of a frame that was not tapped.
      await tap(element);
      await ask(`${session}/element/${element}/value`, 'POST', { text });
    },
    within: async (frame, act) => {
      await ask(`${session}/frame`, 'POST', { id: { [elementKey]: frame } });
      try {
        await act();
      } finally {
        await ask(`${session}/frame`, 'POST', { id: null });
      }
    },
    end: async () => {
      await ask(session, 'DELETE').catch(() => undefined);
      // The group: the display ends with the driver.
      if (child.pid) process.kill(-child.pid, 'SIGTERM');
    },
  };
}
