import type { Deps } from '@kerb/server/platform/deps.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { Problem, unreadableWords } from '@kerb/server/platform/problems/problem.ts';
import { noteEvent } from '@kerb/server/platform/security/security-events.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

export const cspReportsPath = '/v1/csp-reports';

const text = z.catch(z.string(), '');

/** The body of the Reporting API, and the older body of `report-uri`. */
const reportingApi = z.array(
  z.object({ type: text, body: z.catch(z.object({ effectiveDirective: text, blockedURL: text }), () => none) }),
);
const reportUri = z.object({
  'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text }),
});
const none = { effectiveDirective: '', blockedURL: '' };

export type CspReport = { directive: string; blocked: string };

const directives = /^[a-z]{2,20}(-[a-z]{2,20}){0,3}$/;
/** What browsers write in place of an address. */
const keywords = ['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self', 'trusted-types-policy', 'trusted-types-sink'];

/** The host only: a path or a query may contain a token. */
function hostOf(blocked: string): string {
  if (keywords.includes(blocked)) return blocked;
  return URL.canParse(blocked) ? new URL(blocked).hostname.slice(0, 253) || 'unknown' : 'unknown';
}

function reportOf(directive: string, blocked: string): CspReport {
  const [name = ''] = directive.split(' ');
  return { directive: directives.test(name) ? name : 'unknown', blocked: hostOf(blocked) };
}

/** At most this many reports of one request are read. */
const mostReports = 20;

/** The reports in a body of either form; null if it is neither. */
export function readCspReports(body: unknown): CspReport[] | null {
  const newer = z.safeParse(reportingApi, body);
  if (newer.success) {
    return newer.data
      .filter(({ type }) => type === 'csp-violation')
      .slice(0, mostReports)
      .map((report) => reportOf(report.body.effectiveDirective, report.body.blockedURL));
  }
  const older = z.safeParse(reportUri, body);
  if (!older.success) return null;
  const report = older.data['csp-report'];
  return [reportOf(report['effective-directive'] || report['violated-directive'], report['blocked-uri'])];
}

/** Browsers report here what a Content-Security-Policy blocked. Anyone may call it, so it is rate limited. */
export async function cspReportRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register((room, _options, done) => {
    const types = ['application/csp-report', 'application/reports+json'];
    room.addContentTypeParser(
      types,
      { parseAs: 'string', bodyLimit: 16_384 },
      room.getDefaultJsonParser('error', 'error'),
    );
    room.post(cspReportsPath, async (request, reply) => {
      await countAttempt(deps.db, 'cspReportsPerAddress', networkOf(request.ip));
      const reports = readCspReports(request.body);
      if (reports === null) throw new Problem(400, 'invalid', unreadableWords);
      const about = { ipAddress: request.ip, requestId: String(request.id) };
      for (const report of reports) {
        deps.log.warn({ event: 'csp-report', ...report }, 'a browser blocked content');
        noteEvent(deps, { kind: 'csp-report', ...about, route: `POST ${cspReportsPath}`, status: 204, detail: report });
      }
      return reply.code(204).send();
    });
    done();
  });
}
