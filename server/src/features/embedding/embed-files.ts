import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { EmbedScript } from '@kerb/domain/embedding/snippets.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const versionOf = (text: string): string => sha256(text).toString('hex').slice(0, 12);
const asCode = (reply: FastifyReply, type: 'javascript' | 'css'): FastifyReply =>
  reply.type(`text/${type}; charset=utf-8`).header('cache-control', 'public, max-age=31536000, immutable');

/**
 * The script that other websites load. Websites state its hash (SRI), so a released file never changes: a new release
 * is a new file beside it. A test knows the hash of each.
 */
export const hostScriptName = 'kerb-embed-1.js';
const hostScript = textOf(hostScriptName);
export const hostIntegrity = `sha384-${createHash('sha384').update(hostScript).digest('base64')}`;
export const hostScriptOf = ({ publicUrl }: Config): EmbedScript => ({
  src: `${publicUrl}/embed/${hostScriptName}`,
  integrity: hostIntegrity,
});

/** The frames' own script and style sheet. Each address has a hash of the content. */
const frameScript = textOf('embed-frame.js');
const frameStyle = textOf('embed-frame.css');
export const frameScriptAddress = `/embed/frame.js?v=${versionOf(frameScript)}`;
export const frameStyleAddress = `/embed/frame.css?v=${versionOf(frameStyle)}`;

export function embedFileRoutes(app: FastifyInstance): void {
  // A browser checks the hash of a script of another site only if that site may read it.
  app.get(`/embed/${hostScriptName}`, (_request, reply) =>
    asCode(reply, 'javascript')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(hostScript),
  );
  app.get('/embed/frame.js', (_request, reply) => asCode(reply, 'javascript').send(frameScript));
  app.get('/embed/frame.css', (_request, reply) => asCode(reply, 'css').send(frameStyle));
}
