import { existsSync } from 'node:fs';
import { serverPathPattern } from '@kerb/domain/server-paths.ts';
import { describe, expect, it } from 'vitest';
import { startStage } from './harness.ts';

/** The full path of each route. Fastify prints a tree: four columns per level, and a child continues its parent. */
function pathsOf(tree: string): string[] {
  const levels: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│├└─\s]*)(\S+)(?: \(.*\))?( ?)/.exec(line) ?? [];
    const level = indent.length / 4 - 1;
    if (methods === undefined || level < 0) return [];
    levels[level] = (level > 0 ? (levels[level - 1] ?? '') : '') + part;
    return line.endsWith(')') ? [levels[level]] : [];
  });
}

/** Fastify prints every folder of files as `*`, without its name. */
const folders = '/*';
const isFileOfTheWeb = (path: string) =>
  path === folders || existsSync(new URL(`../../web/dist${path}`, import.meta.url));

/** A screen of staff has the same address. The development server asks the server whose page it is (vite.config.ts). */
const ofTwoPages = ['/applications/:id'];

describe('the paths that the development server forwards', () => {
  it('include every route of the server', async () => {
    const { app } = await startStage();
    const paths = pathsOf(app.printRoutes({ commonPrefix: false })).filter((path) => !isFileOfTheWeb(path));
    expect(paths).toEqual(
      expect.arrayContaining([
        '/login.css',
        '/login/code',
        '/accept-invitation',
        '/oauth/token',
        '/v1/invoices/:id/pdf',
      ]),
    );
    expect(app.hasRoute({ method: 'GET', url: folders })).toBe(false);
    const pattern = new RegExp(serverPathPattern);
    expect(paths.filter((path) => !pattern.test(path.replaceAll(/:\w+/g, 'x1')))).toEqual(ofTwoPages);
  });
});
