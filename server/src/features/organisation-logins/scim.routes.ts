import {
  changesOfPatch,
  isTrue,
  mostScimResults,
  pageOf,
  scimPatch,
  scimSchemas,
  scimUser,
  userNameOfFilter,
} from '@kerb/domain/organisations/scim.ts';
import {
  addDirectoryMember,
  changeDirectoryMember,
  type DirectoryMember,
  listMembers,
  memberById,
  ScimRefusal,
} from '@kerb/server/features/organisation-logins/directory-members.ts';
import { type Directory, directoryOf } from '@kerb/server/features/organisations/provisioning-tokens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { markRefusal } from '@kerb/server/platform/security/refusals.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

const base = '/scim/v2';
const contentType = 'application/scim+json';

type Answer = { status: number; body?: object; location?: string };
type Asked = { deps: Deps; request: FastifyRequest; directory: Directory };

const errorOf = (status: number, detail: string, scimType: string | null): Answer => ({
  status,
  body: { schemas: [scimSchemas.error], status: String(status), detail, ...(scimType && { scimType }) },
});

/** A token in the header, and nothing else. Wrong ones are counted. */
async function directoryOfRequest({ db }: Deps, request: FastifyRequest): Promise<Directory> {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const directory = token === undefined ? null : await directoryOf(db, token);
  if (directory) return directory;
  markRefusal(request, { kind: 'sign-in-refused', means: 'directory' });
  await countAttempt(db, 'tokenFailuresPerNetwork', networkOf(request.ip));
  throw new ScimRefusal(401, 'The token is missing, wrong or has ended.');
}

async function answerOf(deps: Deps, request: FastifyRequest, run: (asked: Asked) => Promise<Answer>): Promise<Answer> {
  try {
    return await run({ deps, request, directory: await directoryOfRequest(deps, request) });
  } catch (error) {
    if (error instanceof ScimRefusal) return errorOf(error.status, error.message, error.scimType);
    if (error instanceof Problem && error.status < 500) return errorOf(error.status, error.message, null);
    throw error;
  }
}

const locationOf = ({ config }: Deps, id: number): string => `${config.publicUrl}${base}/Users/${id}`;

const viewOf = (deps: Deps, member: DirectoryMember) => ({
  schemas: [scimSchemas.user],
  id: String(member.id),
  ...(member.externalId !== null && { externalId: member.externalId }),
  userName: member.emailAddress,
  name: { givenName: member.firstName, familyName: member.surname },
  displayName: `${member.firstName} ${member.surname}`,
  emails: [{ value: member.emailAddress, type: 'work', primary: true }],
  active: member.tenantUserType !== null && !member.isDisabled,
  meta: {
    resourceType: 'User',
    created: member.createdDate,
    lastModified: member.lastUpdateDate,
    location: locationOf(deps, member.id),
  },
});

function parsed<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = z.safeParse(schema, body);
  if (!read.success) throw new ScimRefusal(400, 'The body is not what RFC 7644 describes.', 'invalidSyntax');
  return read.data;
}

const idOf = ({ request }: Asked): string => (request.params as { id: string }).id;

/** Changes are made by the product in the name of the directory: no person is at the keyboard. */
const inWork = <T>({ deps, request }: Asked, run: (work: Work) => Promise<T>): Promise<T> =>
  inTransaction(deps, { actor: null, ipAddress: request.ip }, run);

async function list({ deps, request, directory }: Asked): Promise<Answer> {
  const query = request.query as Record<string, string | undefined>;
  const filter = userNameOfFilter(query.filter);
  if (!filter.ok) throw new ScimRefusal(400, filter.because, filter.code);
  const page = pageOf({
    ...(query.startIndex !== undefined && { startIndex: query.startIndex }),
    ...(query.count !== undefined && { count: query.count }),
  });
  const { totalResults, found } = await listMembers(deps.db, directory, { ...page, userName: filter.value });
  const Resources = found.map((member) => viewOf(deps, member));
  const body = { schemas: [scimSchemas.list], totalResults, startIndex: page.startIndex, Resources };
  return { status: 200, body: { ...body, itemsPerPage: Resources.length } };
}

async function create(asked: Asked): Promise<Answer> {
  const { deps, request, directory } = asked;
  const { userName, externalId, name, displayName, active } = parsed(scimUser, request.body);
  const [first = '', ...rest] = (displayName ?? '').split(' ');
  const member = {
    userName: userName.trim(),
    firstName: name?.givenName?.trim() || first || 'New',
    surname: name?.familyName?.trim() || rest.join(' ') || 'member',
    externalId: externalId ?? null,
    isActive: active === undefined || isTrue(active),
  };
  const made = await inWork(asked, async (work) => {
    const id = await addDirectoryMember(work, directory, member);
    return memberById(work.tx, directory, String(id));
  });
  return { status: 201, body: viewOf(deps, made), location: locationOf(deps, made.id) };
}

async function replace(asked: Asked): Promise<Answer> {
  const { deps, request, directory } = asked;
  const { userName, externalId, name, active } = parsed(scimUser, request.body);
  const change = {
    userName,
    externalId: externalId ?? null,
    ...(name?.givenName && { givenName: name.givenName }),
    ...(name?.familyName && { familyName: name.familyName }),
    ...(active !== undefined && { isActive: isTrue(active) }),
  };
  return changed(asked, change, deps, directory);
}

async function changed(
  asked: Asked,
  change: Parameters<typeof changeDirectoryMember>[3],
  deps: Deps,
  directory: Directory,
): Promise<Answer> {
  const member = await inWork(asked, async (work) => {
    const id = await changeDirectoryMember(work, directory, idOf(asked), change);
    return memberById(work.tx, directory, String(id));
  });
  return { status: 200, body: viewOf(deps, member) };
}

async function patch(asked: Asked): Promise<Answer> {
  const changes = changesOfPatch(parsed(scimPatch, asked.request.body));
  if (!changes.ok) throw new ScimRefusal(400, changes.because, changes.code);
  return changed(asked, changes.value, asked.deps, asked.directory);
}

/** A member is never deleted: their work stays. They are deactivated. */
async function remove(asked: Asked): Promise<Answer> {
  await inWork(asked, (work) => changeDirectoryMember(work, asked.directory, idOf(asked), { isActive: false }));
  return { status: 204 };
}

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const userSchema = {
  schemas: [scimSchemas.schema],
  id: scimSchemas.user,
  name: 'User',
  description: 'A member of the organisation',
  attributes: [
    attribute('userName', { required: true, uniqueness: 'server', mutability: 'immutable' }),
    attribute('externalId', { caseExact: true }),
    attribute('name', {
      type: 'complex',
      subAttributes: [attribute('givenName'), attribute('familyName')],
    }),
    attribute('active', { type: 'boolean' }),
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${scimSchemas.user}` },
};

const config = {
  schemas: [scimSchemas.config],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostScimResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Token', description: 'A token that a manager makes under Settings' },
  ],
};

const userType = {
  schemas: [scimSchemas.type],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  schema: scimSchemas.user,
};

const listOf = (Resources: object[]): Answer => ({
  status: 200,
  body: {
    schemas: [scimSchemas.list],
    totalResults: Resources.length,
    startIndex: 1,
    itemsPerPage: Resources.length,
    Resources,
  },
});

// biome-ignore format: a table
const routes: [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, run: (asked: Asked) => Promise<Answer>][] = [
  ['GET',    '/ServiceProviderConfig', async () => ({ status: 200, body: config })],
  ['GET',    '/ResourceTypes',         async () => listOf([userType])],
  ['GET',    '/Schemas',               async () => listOf([userSchema])],
  ['GET',    `/Schemas/${scimSchemas.user}`, async () => ({ status: 200, body: userSchema })],
  ['GET',    '/Users',                 list],
  ['POST',   '/Users',                 create],
  ['GET',    '/Users/:id',             async (asked) => ({ status: 200, body: viewOf(asked.deps, await memberById(asked.deps.db, asked.directory, idOf(asked))) })],
  ['PUT',    '/Users/:id',             replace],
  ['PATCH',  '/Users/:id',             patch],
  ['DELETE', '/Users/:id',             remove],
];

/** SCIM 2.0 (RFC 7643, RFC 7644) for the members of one organisation. */
export function scimRoutes(app: App, deps: Deps): void {
  app.addContentTypeParser(contentType, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      // The handler refuses a body that is no object.
      done(null, null);
    }
  });
  for (const [method, path, run] of routes) {
    const url = `${base}${path.replace(/:(?=ietf|params|scim|schemas|core|2|User)/g, '::')}`;
    app.route({
      method,
      url,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { status, body, location } = await answerOf(deps, request, run);
        reply.code(status).header('cache-control', 'no-store');
        if (status === 401) reply.header('www-authenticate', 'Bearer');
        if (location) reply.header('location', location);
        return body === undefined ? reply.send() : reply.type(contentType).send(JSON.stringify(body));
      },
    });
  }
}
