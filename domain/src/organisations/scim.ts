import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import * as z from 'zod/mini';

export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  type: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
} as const;

export const mostScimResults = 200;

const short = z.string().check(z.maxLength(254));
const flag = z.union([z.boolean(), z.literal('True'), z.literal('False'), z.literal('true'), z.literal('false')]);
const name = z.object({ givenName: z.optional(z.nullable(short)), familyName: z.optional(z.nullable(short)) });

/** What a directory sends of a member. Other attributes are ignored, as RFC 7644 allows. */
export const scimUser = z.object({
  userName: short,
  externalId: z.optional(z.nullable(short)),
  name: z.optional(z.nullable(name)),
  displayName: z.optional(z.nullable(short)),
  active: z.optional(flag),
});
export type ScimUser = z.output<typeof scimUser>;

/** Microsoft Entra ID sends booleans as text. */
export const isTrue = (value: z.output<typeof flag>): boolean =>
  value === true || String(value).toLowerCase() === 'true';

const operation = z.object({
  op: z.string(),
  path: z.optional(z.nullable(z.string())),
  value: z.optional(z.unknown()),
});
export const scimPatch = z.object({ Operations: z.array(operation).check(z.minLength(1), z.maxLength(50)) });

export type ScimChange = {
  isActive?: boolean;
  givenName?: string;
  familyName?: string;
  externalId?: string | null;
  userName?: string;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 254) : undefined);

type Reader = (value: unknown) => ScimChange | null;
const readText =
  (key: 'givenName' | 'familyName' | 'externalId' | 'userName'): Reader =>
  (value) => {
    const text = textOf(value);
    return text === undefined ? null : { [key]: text };
  };

const readers: Record<string, Reader> = {
  active: (value) => {
    const parsed = z.safeParse(flag, value);
    return parsed.success ? { isActive: isTrue(parsed.data) } : null;
  },
  'name.givenname': readText('givenName'),
  'name.familyname': readText('familyName'),
  externalid: readText('externalId'),
  username: readText('userName'),
};

/** `{ name: { givenName } }` as `name.givenName`. */
const flat = (value: object, before = ''): [string, unknown][] =>
  Object.entries(value).flatMap(([key, each]) =>
    key === 'name' && typeof each === 'object' && each !== null ? flat(each, 'name.') : [[`${before}${key}`, each]],
  );

/** RFC 7644, 3.12. */
type ScimError = 'invalidSyntax' | 'noTarget' | 'mutability' | 'invalidValue' | 'invalidFilter';

/** The changes of a patch, in order. Attributes that we do not keep are ignored; a broken value is refused. */
export function changesOfPatch({ Operations }: z.output<typeof scimPatch>): Decision<ScimChange, ScimError> {
  let changes: ScimChange = {};
  for (const { op, path, value } of Operations) {
    if (!['add', 'replace', 'remove'].includes(op.toLowerCase())) return refuse('invalidSyntax', `Unknown op ${op}.`);
    if (op.toLowerCase() === 'remove') {
      if (!path) return refuse('noTarget', 'A remove operation needs a path.');
      if (path.toLowerCase() === 'externalid') changes = { ...changes, externalId: null };
      else if (path.toLowerCase() === 'active') return refuse('mutability', 'active cannot be removed.');
      continue;
    }
    const isWhole = !path && typeof value === 'object' && value !== null;
    if (!path && !isWhole) return refuse('invalidValue', 'An operation without a path needs an object.');
    const sent = isWhole ? flat(value as object) : ([[path ?? '', value]] as [string, unknown][]);
    for (const [key, each] of sent) {
      const reader = readers[key.toLowerCase()];
      const change = reader?.(each);
      if (reader && !change) return refuse('invalidValue', `The value of ${key} is not valid.`);
      changes = { ...changes, ...change };
    }
  }
  return allow(changes);
}

const filterForm = /^\s*userName\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i;

/** The address of the only filter that we know; null without a filter. */
export function userNameOfFilter(filter: string | undefined): Decision<string | null, ScimError> {
  if (filter === undefined || filter.trim() === '') return allow(null);
  const found = filterForm.exec(filter)?.[1];
  if (found === undefined) return refuse('invalidFilter', 'The only filter is: userName eq "address"');
  return allow(found.replaceAll(/\\(.)/g, '$1'));
}

const whole = (text: string | undefined, usual: number): number =>
  text && /^-?\d{1,9}$/.test(text) ? Number(text) : usual;

/** RFC 7644, 3.4.2.4: a start below one is one, a count below zero is zero. */
export const pageOf = ({ startIndex, count }: { startIndex?: string; count?: string }) => ({
  startIndex: Math.max(1, whole(startIndex, 1)),
  count: Math.min(mostScimResults, Math.max(0, whole(count, 100))),
});
