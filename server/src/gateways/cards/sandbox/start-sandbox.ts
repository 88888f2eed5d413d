import { apiRoutes } from '@kerb/server/gateways/cards/sandbox/api.routes.ts';
import { deliverEvents, nextDueMs, type PostEvent } from '@kerb/server/gateways/cards/sandbox/deliver-events.ts';
import { frameRoutes } from '@kerb/server/gateways/cards/sandbox/frame.routes.ts';
import { sandboxCards } from '@kerb/server/gateways/cards/sandbox/sandbox-cards.ts';
import { type SandboxSettings, sandboxKeys } from '@kerb/server/gateways/cards/sandbox/settings.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { CardGateway } from '@kerb/server/platform/ports/card-gateway.ts';
import Fastify, { type FastifyInstance } from 'fastify';

export type CardSandbox = {
  gateway: CardGateway;
  url: string;
  /** Sends due events and returns how many were accepted. */
  deliver: () => Promise<number>;
  close: () => Promise<void>;
};

type Options = {
  host: string;
  /** Ports in order of preference; the first free one is used. */
  ports: readonly number[];
  /** The address for a browser, if it is not the port itself. */
  publicUrl: string | null;
  post: PostEvent;
  /** False: events wait until `deliver` is called. */
  sendsEvents: boolean;
  timeoutMs: number;
  slowMs: number;
  silenceMs: number;
};

export const sandboxDefaults = { sendsEvents: true, timeoutMs: 10_000, slowMs: 3_000, silenceMs: 60_000 };

function appOf(settings: SandboxSettings): FastifyInstance {
  // A caller that never got a response must not keep the process alive.
  const app = Fastify({ bodyLimit: 16_384, forceCloseConnections: true });
  apiRoutes(app, settings);
  frameRoutes(app, settings);
  return app;
}

async function listenOnOneOf(ports: readonly number[], host: string, build: () => FastifyInstance) {
  for (const [at, port] of ports.entries()) {
    const app = build();
    try {
      await app.listen({ port, host });
      return app;
    } catch (error) {
      await app.close();
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || at === ports.length - 1) throw error;
    }
  }
  throw new Error('the card sandbox has no port to try');
}

/** Sends events when they are due. At the start it looks for those of an earlier run. */
function sender(deps: Pick<Deps, 'db' | 'log'>, deliver: () => Promise<number>) {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  const wait = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(run, Math.min(ms, 60_000)).unref();
  };
  async function send() {
    await deliver();
    wait((await nextDueMs(deps.db)) ?? 60_000);
  }
  function run() {
    current = current.then(send).catch((error) => {
      deps.log.warn({ err: error }, 'the card sandbox could not send its events; it tries again');
      wait(5_000);
    });
  }
  return {
    soon: () => wait(0),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

/** A card provider in this process, on its own origin. */
export async function startCardSandbox(
  deps: Pick<Deps, 'db' | 'secrets' | 'config' | 'log'>,
  options: Options,
): Promise<CardSandbox> {
  const { apiKey, eventSecret } = sandboxKeys(deps.secrets);
  const { db } = deps;
  const deliver = () => deliverEvents(deps, eventSecret, options.post);
  const events = sender(deps, deliver);
  const settings: SandboxSettings = {
    db,
    apiKey,
    parentOrigin: new URL(deps.config.publicUrl).origin,
    slowMs: options.slowMs,
    silenceMs: options.silenceMs,
    onBooked: options.sendsEvents ? events.soon : () => {},
  };
  const app = await listenOnOneOf(options.ports, options.host, () => appOf(settings));
  const { port } = app.server.address() as { port: number };
  const url = options.publicUrl ?? `http://${new URL(deps.config.publicUrl).hostname}:${port}`;
  const local = ['0.0.0.0', '::'].includes(options.host) ? '127.0.0.1' : options.host;
  const apiUrl = `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
  if (options.sendsEvents) events.soon();
  return {
    gateway: sandboxCards({ apiUrl, publicUrl: url, apiKey, eventSecret, timeoutMs: options.timeoutMs }),
    url,
    deliver,
    close: async () => {
      await app.close();
      await events.stop();
    },
  };
}
