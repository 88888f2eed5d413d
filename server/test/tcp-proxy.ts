import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network between a server and its database that a test can disturb. */
export type Network = {
  port: number;
  /** Takes every byte and passes none on, in both directions. New connections are accepted too. */
  swallow: () => void;
  pass: () => void;
  /** Sends later connections to another port, and ends the present ones. */
  leadTo: (port: number) => void;
  close: () => Promise<void>;
};

export async function startNetwork(databasePort: number): Promise<Network> {
  let target = databasePort;
  let isSwallowing = false;
  const sockets = new Set<Socket>();

  /** Bytes that were swallowed are lost, so the connection is of no use afterwards, as in a real network. */
  function carry(from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      if (!isSwallowing) to.write(bytes);
    });
    from.on('close', () => {
      if (!isSwallowing) to.destroy();
    });
    from.on('error', () => {});
  }

  const proxy = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    sockets.add(client).add(database);
    for (const socket of [client, database]) socket.on('close', () => sockets.delete(socket));
    carry(client, database);
    carry(database, client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (proxy.address() as { port: number }).port,
    swallow: () => {
      isSwallowing = true;
    },
    pass: () => {
      isSwallowing = false;
    },
    leadTo: (port) => {
      target = port;
      endAll();
    },
    close: async () => {
      endAll();
      await once(proxy.close(), 'close');
    },
  };
}
