import { connect } from 'node:net';
import type { PostEvent } from '@kerb/server/gateways/cards/sandbox/deliver-events.ts';
import {
  type CardSandbox,
  sandboxDefaults,
  startCardSandbox,
} from '@kerb/server/gateways/cards/sandbox/start-sandbox.ts';
import { type Config, ConfigError } from '@kerb/server/platform/config.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

function answersAt(host: string, port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect({ host, port, timeout: 500 });
    const say = (isTaken: boolean) => {
      socket.destroy();
      answer(isTaken);
    };
    socket
      .on('connect', () => say(true))
      // A connection error means that nothing listens there.
      .on('error', () => say(false))
      .on('timeout', () => say(false));
  });
}

/** 'localhost' has two addresses, and a browser may try the one that another program uses. */
async function isTaken(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => answersAt(host, port)));
  return answers.includes(true);
}

/** Our own port plus 1000, so that it is the same after each start; any free port if that one is taken. */
async function portsFor({ cardSandbox, port }: Config): Promise<number[]> {
  if (cardSandbox.port !== null) return [cardSandbox.port];
  const usual = port + 1_000;
  return usual > 65_535 || (await isTaken(usual)) ? [0] : [usual, 0];
}

/** Events are posted directly to this server, even if a proxy is in front of it. */
function postTo({ host, port }: Config): PostEvent {
  const local = ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host;
  const url = `http://${local.includes(':') ? `[${local}]` : local}:${port}/v1/card-gateway/events`;
  return async (headers, body) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    return answer.ok;
  };
}

/** The sandbox of a running server, by its configuration. */
export async function openCardSandbox(deps: Deps): Promise<CardSandbox> {
  const { config } = deps;
  const ports = await portsFor(config);
  const { host, cardSandbox } = config;
  const place = { host, ports, publicUrl: cardSandbox.url, post: postTo(config) };
  return startCardSandbox(deps, { ...sandboxDefaults, ...place }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError(`Port ${ports[0]} is taken: stop what uses it, or set CARD_SANDBOX_PORT.`);
  });
}
