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

/** Reads every variable at once. Each wrong one is reported and then counts as not set. */
export function readVariables(given: Env): Reading {
  const env = withoutEmpty(given);
  const mode = modeOf(env);
  const first = z.safeParse(schemas[mode], env);
  if (first.success) return { values: first.data as Values, mode, mistakes: [] };
  const { issues } = first.error;
  const wrong = new Set(issues.map(({ path }) => path[0]));
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name)));
  const values = z.parse(schemas.sandbox, rest) as Values;
  return { values, mode, mistakes: issues.map(({ path, message }) => `${String(path[0])} ${message}`) };
}
