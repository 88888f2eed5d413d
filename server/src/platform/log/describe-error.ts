import { redact } from '@kerb/server/platform/log/redact.ts';

export type ErrorDescription = {
  name: string;
  message: string;
  code?: string;
  /** PostgreSQL's names of what refused a write, never its values. */
  constraint?: string;
  table?: string;
  column?: string;
  /** PostgreSQL's sentence with the values, only in full logs. */
  detail?: string;
  stack?: string;
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
};

/** The longest chain of causes that is followed. A circle ends here too. */
const deepestCause = 5;

type Issue = { path: readonly PropertyKey[]; code: string; message: string };
type KnownError = Error & {
  code?: unknown;
  constraint?: unknown;
  table?: unknown;
  column?: unknown;
  detail?: unknown;
  issues?: unknown;
  errors?: unknown;
};

/** Without the message, which the first lines of a stack repeat. */
function framesOf({ name, message, stack = '' }: Error): string {
  const head = [`${name}: ${message}`, message].find((start) => stack.startsWith(start)) ?? '';
  const lines = stack.slice(head.length).split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}

/** Zod's message is a JSON text. Its issues name fields and rules, but no value. */
function messageOf({ message, issues }: KnownError): string {
  if (!Array.isArray(issues)) return message;
  return (issues as Issue[]).map(({ path, code }) => `${path.map(String).join('.') || 'value'}: ${code}`).join(', ');
}

const texts = <Name extends string>(values: Record<Name, unknown>): { [N in Name]?: string } =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  ) as { [N in Name]?: string };

/**
 * An error as the log stores it: name, message, code, stack and causes. `inFull` is for development only. Otherwise
 * messages are redacted, because drivers and gateways quote values.
 */
export function describeError(error: unknown, { inFull }: { inFull: boolean }, depth = 0): ErrorDescription {
  const shown = (text: string) => (inFull ? text : redact(text));
  if (!(error instanceof Error)) return { name: typeof error, message: shown(String(error)) };
  const known: KnownError = error;
  const { code, constraint, table, column, detail, errors } = known;
  const isDeeper = depth < deepestCause;
  const next = (cause: unknown) => describeError(cause, { inFull }, depth + 1);
  return {
    name: error.name,
    message: shown(messageOf(known)),
    ...texts({ code, constraint, table, column, detail: inFull ? detail : undefined }),
    stack: framesOf(error),
    ...(isDeeper && error.cause !== undefined && { cause: next(error.cause) }),
    ...(isDeeper && Array.isArray(errors) && { errors: errors.map(next) }),
  };
}
