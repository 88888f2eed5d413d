import type { SourceFile } from './source.ts';

/**
 * The rooms of each root, and the parts of the server's platform, in layers, lowest first. A room imports only rooms of
 * lower layers: never a higher one, and never another of its own layer. So no two rooms import each other, directly or
 * through others.
 */
export const layers: Record<'domain' | 'server' | 'platform' | 'web', readonly (readonly string[])[]> = {
  domain: [
    ['kernel'],
    ['vocabulary'],
    ['access', 'countries'],
    // Endpoints name permissions, so `wire` is above `access`.
    ['wire'],
    ['second-person'],
    ['audit', 'integrations', 'organisations', 'rates', 'session', 'system', 'team', 'views'],
    ['account', 'agreements'],
    // Their rules depend on a campaign's status and fields.
    ['documents', 'loans', 'payers', 'payments', 'properties'],
    // Options use loan interest, fees and card surcharges. A person's photo is a document.
    // A campaign's branding has the photo of its property.
    ['branding', 'options', 'people'],
    ['loan-books', 'signing'],
    ['batches', 'comments', 'identity', 'privacy'],
    // A line of a statement may be the transfer of a batch.
    ['statements'],
    // What staff do next, by the rules of all rooms below.
    ['actions'],
    [
      'calendar',
      'campaign-page',
      'checkout',
      'dashboard',
      'embedding',
      'history',
      'live',
      'notifications',
      'reports',
      'sandbox',
      'shell',
      'webhooks',
    ],
    // The notification centre also tells of the notices to a team.
    ['inbox'],
    // The books are spreadsheets of the ledger. A sample of an import is a spreadsheet too.
    ['books', 'imports'],
  ],
  server: [
    // `agreements` has a campaign's record, its lists and its status.
    ['agreements', 'session'],
    ['payers', 'properties', 'options'],
    // An organisation's settings include its options. A Payment URL signs a payer in.
    ['documents', 'organisations', 'payments', 'login-pages'],
    // A person's photo and a signed agreement are files. A loan in the ledger is made of payments.
    ['loan-books', 'people', 'signing'],
    ['team', 'loans', 'batches', 'identity', 'privacy', 'rates', 'branding'],
    // A line of a statement may be the transfer of a batch.
    ['statements'],
    // These rooms combine several others, or are imported by none.
    [
      'account',
      'approvals',
      'audit',
      'books',
      'calendar',
      'campaigns',
      'checkout',
      'comments',
      'dashboard',
      'embedding',
      'history',
      'inbox',
      'integrations',
      'live',
      'organisation-logins',
      'problem-pages',
      'reports',
      'sandbox',
      'search',
      'system',
      'templates',
      'views',
      'webhooks',
    ],
    // An import invites people and creates campaigns. The landing page shows the calculator of websites.
    ['imports', 'landing'],
  ],
  platform: [
    ['log', 'personal-data', 'ports', 'problems'],
    ['config', 'queues'],
    // Statements are traced, and writers of the database take turns in `queues`.
    ['tracing'],
    ['database', 'secrets', 'server-name'],
    ['clock', 'metrics', 'pdf-signature', 'privacy', 'report'],
    ['deployment', 'limits', 'live', 'log-chain', 'providers', 'rates'],
    // The evidence of a signature is checked with the chain of the log.
    ['evidence', 'store-marker', 'work'],
    ['attempt', 'deps', 'rights'],
    ['files', 'jobs', 'pdf', 'security'],
    ['outbox'],
    // A log entry also writes the deliveries of webhooks.
    ['audit'],
    ['auth', 'second-person'],
    ['http'],
    ['csv'],
  ],
  web: [
    ['campaigns', 'organisations', 'remittances'],
    // biome-ignore format: one layer
    [
      'batches', 'comments', 'dashboard', 'developer', 'documents', 'embedding', 'gallery', 'history', 'inbox', 'options', 'payers', 'people', 'properties',
      'sandbox', 'support', 'system', 'today', 'views', 'webhooks',
    ],
    ['account', 'create-campaign', 'fee-calculator', 'payments', 'rates', 'session', 'team', 'templates'],
    ['audit', 'campaign-cards', 'campaign-lists', 'figures', 'integrations', 'loan-book', 'loans', 'statements'],
    ['organisation-settings', 'signing'],
    ['books', 'imports'],
  ],
};

export type Root = keyof typeof layers;

const folderOfRooms: Record<Root, string> = {
  domain: 'domain/src/',
  server: 'server/src/features/',
  platform: 'server/src/platform/',
  web: 'web/src/features/',
};

export const roots = Object.keys(layers) as Root[];

/** A part of the platform is a folder, a file, or a folder with the file of the same name (`config`). */
export function roomOf(path: string): { root: Root; room: string } | undefined {
  const root = roots.find((each) => path.startsWith(folderOfRooms[each]));
  if (!root) return undefined;
  const [room = '', ...rest] = path.slice(folderOfRooms[root].length).split('/');
  if (rest.length > 0) return { root, room };
  return root === 'platform' ? { root, room: room.replace(/(\.test)?\.ts$/, '') } : undefined;
}

export const layerOf = (root: Root, room: string): number => layers[root].findIndex((layer) => layer.includes(room));

/** Tests may import any room: nothing depends on a test. */
export function importsLowerLayers(file: SourceFile): string[] {
  const from = roomOf(file.path);
  if (!from || file.isTest || layers[from.root].length === 0) return [];
  const layer = layerOf(from.root, from.room);
  if (layer === -1) return [`lies in the room ${from.room}, which has no layer`];
  return file.imports.flatMap(({ target, line }) => {
    const to = roomOf(target ?? '');
    if (!to || to.root !== from.root || to.room === from.room || layerOf(to.root, to.room) < layer) return [];
    return [`line ${line}: ${from.room} may not import ${to.room}, which is not in a lower layer`];
  });
}

export type Graph = ReadonlyMap<string, readonly string[]>;

/** The imports between files of code, types included and tests left out. */
export function importGraph(files: readonly SourceFile[]): Graph {
  const ours = files.filter(({ isTest }) => !isTest);
  const paths = new Set(ours.map(({ path }) => path));
  const targets = ({ imports }: SourceFile) => imports.flatMap(({ target }) => (target ? [target] : []));
  return new Map(ours.map((file) => [file.path, targets(file).filter((target) => paths.has(target))]));
}

/** The shortest path from each node back to itself, each circle once, as `a → b → a`. */
export function circles(graph: Graph): string[] {
  const found = new Map<string, string>();
  for (const start of graph.keys()) {
    const way = wayBack(graph, start);
    if (way) found.set([...new Set(way)].toSorted().join(), way.join(' → '));
  }
  return [...found.values()];
}

function wayBack(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return [...wayTo(node, cameFrom), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function wayTo(node: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const before = cameFrom.get(node);
  return before === undefined ? [node] : [...wayTo(before, cameFrom), node];
}
