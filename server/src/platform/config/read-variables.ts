import { readFileSync } from 'node:fs';
import type { Form } from '@kerb/server/platform/config/forms.ts';
import {
  type Default,
  type Mode,
  type Variable,
  type VariableName,
  type Variables,
  variables,
} from '@kerb/server/platform/config/variables.ts';
import * as z from 'zod/mini';

export type Env = Record<string, string | undefined>;

type ValueOf<Row> = Row extends { form: Form<infer Value> } ? Value : never;
/** Never null if the table has a default in both modes. */
type Absent<Row> = Row extends { default: { sandbox: string; production: string } } ? never : null;
export type Values = { [Name in VariableName]: ValueOf<Variables[Name]> | Absent<Variables[Name]> };

/** The values of the environment, and every mistake in it as a sentence. */
export type Reading = { values: Values; mode: Mode; mistakes: string[] };

function formIn(mode: Mode, { form, default: otherwise }: { form: Form<unknown>; default: Default }) {
  const value = otherwise[mode];
  if (value !== null) return z.prefault(form, value);
  if (mode === 'production' && otherwise.isNeededInProduction) return form;
  return z.prefault(z.nullable(form as z.ZodMiniType<unknown, string | null>), null);
}

/** The one schema of the environment, for a sandbox and for production. */
const schemaIn = (mode: Mode) =>
  z.object(Object.fromEntries(Object.entries(variables).map(([name, row]) => [name, formIn(mode, row as Variable)])));
const schemas = { sandbox: schemaIn('sandbox'), production: schemaIn('production') };

/** An empty variable counts as not set. */
const withoutEmpty = (env: Env): Env => Object.fromEntries(Object.entries(env).filter(([, value]) => value));

/** An unreadable SANDBOX is reported as a mistake; NODE_ENV then decides. */
function modeOf(env: Env): Mode {
  const usual = env.NODE_ENV === 'production' ? 'production' : 'sandbox';
  if (env.SANDBOX === undefined) return usual;
  const { success, data } = z.safeParse(variables.SANDBOX?.form ?? z.unknown(), env.SANDBOX);
  if (!success) return usual;
  return data === true ? 'sandbox' : 'production';
}

/** The text of a file without the line break at its end; null if it cannot be read or is empty. */
function textOfFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch {
    // The caller reports the file.
    return null;
  }
}

const fromFiles = Object.entries(variables).flatMap(([name, { fromFile }]) => (fromFile ? [name] : []));

/** A secret may be in a file, whose path is in NAME_FILE: an environment is easily printed, a file is not. */
function withFiles(env: Env): { env: Env; mistakes: string[] } {
  const mistakes: string[] = [];
  const read = fromFiles.flatMap((name): [string, string][] => {
    const path = env[`${name}_FILE`];
    if (path === undefined) return [];
    if (env[name] !== undefined) mistakes.push(`${name} and ${name}_FILE are both set: keep one of them.`);
    const text = textOfFile(path);
    if (text === null) mistakes.push(`${name}_FILE is '${path}': that file is empty or cannot be read.`);
    return text === null ? [] : [[name, text]];
  });
  return { env: { ...env, ...Object.fromEntries(read) }, mistakes };
}

/** Reads every variable at once. Each wrong one is reported and then counts as not set. */
export function readVariables(given: Env): Reading {
  const { env, mistakes } = withFiles(withoutEmpty(given));
  const mode = modeOf(env);
  const first = z.safeParse(schemas[mode], env);
  if (first.success) return { values: first.data as Values, mode, mistakes };
  const { issues } = first.error;
  const wrong = new Set(issues.map(({ path }) => path[0]));
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name)));
  const values = z.parse(schemas.sandbox, rest) as Values;
  const isFileReported = (name: string) => mistakes.some((mistake) => mistake.startsWith(`${name}_FILE `));
  const wrongOnes = issues.filter(({ path }) => !isFileReported(String(path[0])));
  const sentences = wrongOnes.map(({ path, message }) => `${String(path[0])} ${message}`);
  return { values, mode, mistakes: [...mistakes, ...sentences] };
}
