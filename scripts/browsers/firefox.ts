import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../local-server.ts';
import { type Driver, until } from './driver.ts';

/** Debian's package firefox-esr. */
export const firefoxProgram = '/usr/bin/firefox-esr';

type Value = { type: string; value?: unknown; sharedId?: string };
type Evaluated = { type: string; result?: Value; exceptionDetails?: { text: string } };
type Sent = { id: number; type: string; result?: unknown; message?: string };
type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

const longestMs = 60_000;

/** A connection of WebDriver BiDi: commands with a number, answers with the same number. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, Waiting>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = JSON.parse(String(data)) as Sent;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === 'success') asked?.resolve(result);
    else asked?.reject(new Error(message));
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`${address} does not answer`)), { once: true });
  });
  return {
    send: <T>(method: string, params: object): Promise<T> => {
      last += 1;
      const id = last;
      return new Promise<T>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${method} got no answer`)), longestMs);
        const end =
          <R>(act: (value: R) => void) =>
          (value: R) => {
            clearTimeout(timer);
            act(value);
          };
        waiting.set(id, { resolve: end((result) => resolve(result as T)), reject: end(reject) });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}

/** The value that a script returned; objects and lists are not needed. */
function resultOf({ type, result, exceptionDetails }: Evaluated): Value {
  if (type !== 'success' || !result) throw new Error(exceptionDetails?.text ?? 'the script failed');
  return result;
}

const keysOf = (text: string) =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);

/** Firefox over WebDriver BiDi. The page is as wide as a phone. */
export async function openFirefox([width, height]: readonly [number, number]): Promise<Driver> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'kerb-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`, 'about:blank'];
  const child = spawn(firefoxProgram, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const { send, close } = await until('Firefox', () => connect(`ws://127.0.0.1:${port}/session`));
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const page = contexts[0]?.context ?? '';
  await send('browsingContext.setViewport', { context: page, viewport: { width, height } });
  let context = page;
  const evaluate = async (expression: string): Promise<Value> =>
    resultOf(await send<Evaluated>('script.evaluate', { expression, target: { context }, awaitPromise: true }));
  const call = async (functionDeclaration: string, sharedId: string): Promise<Value> =>
    resultOf(
      await send<Evaluated>('script.callFunction', {
        functionDeclaration,
        arguments: [{ sharedId }],
        target: { context },
        awaitPromise: true,
      }),
    );
  const tap = async (element: string): Promise<void> => {
    await call('(element) => element.scrollIntoView({ block: "center", behavior: "instant" })', element);
    const origin = { type: 'element', element: { sharedId: element } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'finger', actions }] });
  };
  return {
    name: 'Firefox',
    open: async (url) => void (await send('browsingContext.navigate', { context: page, url, wait: 'interactive' })),
    read: async <T>(expression: string) => (await evaluate(expression)).value as T,
    find: async (expression) => (await evaluate(expression)).sharedId ?? null,
    tap,
    type: async (element, text) => {
      await tap(element);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: keysOf(text) }] });
    },
    within: async (frame, act) => {
      const { value } = await call('(frame) => frame.contentWindow', frame);
      context = (value as { context: string }).context;
      try {
        await act();
      } finally {
        context = page;
      }
    },
    end: async () => {
      await send('browser.close', {}).catch(() => undefined);
      close();
      child.kill('SIGTERM');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
