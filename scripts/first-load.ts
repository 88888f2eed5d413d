import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dist } from './build.ts';
import { inRoot } from './command.ts';

const limitBytes = 166 * 1024;
/** The scripts and style sheets that a campaign's page loads in an empty browser, with those of the first load. */
const campaignLimits = { files: 32, scriptBytes: 340 * 1024 };
const campaignPage = [
  'app/campaign-page/campaign.screen.tsx',
  'app/needs-watch.tsx',
  'app/idle-watch.tsx',
  'design/further-styles.ts',
];
/** The scripts of the payer's page until it can be used, by brotli as the server sends them. */
const payersLimitBytes = 75 * 1024;
/** The script and the style sheet of a frame on another website, and the script that the website loads. */
const framesLimitBytes = 4 * 1024;
const frames = inRoot('server', 'src', 'features', 'embedding');
const frameFiles = ['embed-frame.js', 'embed-frame.css', 'kerb-embed-1.js'];
const defaultRoute = 'features/campaign-lists/all-campaigns.screen.tsx';

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

function withImports(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of manifest[name]?.imports ?? []) withImports(manifest, imported, found);
  return found;
}

/** A screen without its own chunk is part of the entry. An unknown screen is a mistake in the list. */
function chunksOfRoute(manifest: Manifest, route: string): string[] {
  const names = Object.keys(manifest).filter((name) => manifest[name]?.src?.endsWith(route));
  if (names.length === 0 && !existsSync(inRoot('web', 'src', route))) throw new Error(`no screen web/src/${route}`);
  return names;
}

/** The scripts that the payer's page loads with its first question, with their compressed sizes. */
export function payersFirstLoad(manifest: Manifest): { file: string; bytes: number }[] {
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  if (entries.length === 0) throw new Error('the manifest of the payer’s page names no entry');
  const names = new Set(entries.flatMap((name) => [...withImports(manifest, name)]));
  // A reader needs the words of one language besides: here the largest.
  const words = Object.keys(manifest).filter((name) => /\/words\/(en|.+\/catalogue)\.ts$/.test(name));
  if (words.length === 0) throw new Error('the manifest of the payer’s page has no words');
  const sizeOf = (name: string) => readFileSync(join(dist, manifest[name]?.file ?? '')).length;
  names.add(words.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? '');
  const files = [...names].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js'));
  return files.map((file) => ({ file, bytes: brotliCompressSync(readFileSync(join(dist, file))).length }));
}

/** Scripts of the page that Vite did not build: those from web/public. */
function plainScripts(): string[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...page.matchAll(/<script\b[^>]*\ssrc="\/([^"]+)"/g)].map((match) => match[1] ?? '');
}

function chunksFrom(manifest: Manifest, routes: string[]): Chunk[] {
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  if (entries.length === 0) throw new Error('the manifest names no entry');
  const starts = [...entries, ...routes.flatMap((route) => chunksOfRoute(manifest, route))];
  const names = new Set(starts.flatMap((name) => [...withImports(manifest, name)]));
  return [...names].flatMap((name) => manifest[name] ?? []);
}

/** The scripts that load between login and the list, with their compressed sizes. */
export function firstLoad(manifest: Manifest, routes: string[]): { file: string; bytes: number }[] {
  const files = [...plainScripts(), ...chunksFrom(manifest, routes).map(({ file }) => file)];
  const scripts = new Set(files.filter((file) => file.endsWith('.js')));
  return [...scripts].map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length }));
}

/** How many scripts and style sheets a campaign's page loads, and the compressed size of the scripts. */
export function campaignLoad(manifest: Manifest): { files: number; scriptBytes: number } {
  const styles = new Set(chunksFrom(manifest, campaignPage).flatMap(({ css = [] }) => css));
  const scripts = firstLoad(manifest, campaignPage);
  return { files: scripts.length + styles.size, scriptBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** What a frame on another website loads, compressed. It is served as it is in the source. */
export const framesFirstLoad = (): { file: string; bytes: number }[] =>
  frameFiles.map((file) => ({ file, bytes: gzipSync(readFileSync(join(frames, file)), { level: 9 }).length }));

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

const manifestAt = (name: string): Manifest => JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8'));

/** Prints the sizes. Whether they are within the limit. */
function report(scripts: { file: string; bytes: number }[], what: string, limit: number): boolean {
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  const largestFirst = scripts.toSorted((a, b) => b.bytes - a.bytes);
  for (const { file, bytes } of largestFirst) console.log(`${kilobytes(bytes).padStart(9)}  ${file}`);
  console.log(`${kilobytes(total).padStart(9)}  ${what}; the limit is ${kilobytes(limit)}`);
  return total <= limit;
}

function reportCampaign({ files, scriptBytes }: { files: number; scriptBytes: number }): boolean {
  const size = kilobytes(scriptBytes);
  const limit = `${campaignLimits.files} files and ${kilobytes(campaignLimits.scriptBytes)}`;
  console.log(`${size.padStart(9)}  a campaign’s page, gzip, in ${files} scripts and styles; the limit is ${limit}`);
  return files <= campaignLimits.files && scriptBytes <= campaignLimits.scriptBytes;
}

if (import.meta.main) {
  const routes = process.argv.length > 2 ? process.argv.slice(2) : [defaultRoute];
  const isStaffWithin = report(firstLoad(manifestAt('manifest.json'), routes), 'first load, gzip', limitBytes);
  const isCampaignWithin = reportCampaign(campaignLoad(manifestAt('manifest.json')));
  const payers = payersFirstLoad(manifestAt('checkout.json'));
  const isPayerWithin = report(payers, 'first load of the payer’s page, brotli', payersLimitBytes);
  const isFrameWithin = report(framesFirstLoad(), 'a frame on another website, gzip', framesLimitBytes);
  process.exitCode = [isStaffWithin, isCampaignWithin, isPayerWithin, isFrameWithin].every(Boolean) ? 0 : 1;
}
