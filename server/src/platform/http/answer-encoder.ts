import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Encode = (value: unknown) => unknown;

export type AnswerEncoder = (schema: Schema, value: unknown) => unknown;

/** The value on the wire is the value inside. */
const asItIs: Encode = (value) => value;

/** A schema that changes no value. Whether the value fits is checked elsewhere. */
const plainTypes = ['string', 'number', 'int', 'boolean', 'enum', 'literal', 'null'] as const;
const isPlain = (type: string): boolean => (plainTypes as readonly string[]).includes(type);

/** Texts or numbers by any name. */
const isPlainRecord = (def: z.core.$ZodTypes['_zod']['def']): boolean =>
  def.type === 'record' && [def.keyType, def.valueType].every((part) => encoderOf(part) === asItIs);

/** A check can also change a value: `z.trim()`. */
const changesValue = ({ checks = [] }: z.core.$ZodTypeDef): boolean =>
  checks.some(({ _zod }) => _zod.def.check === 'overwrite');

function encoderOfObject({ shape }: z.core.$ZodObjectDef): Encode {
  const names = new Set(Object.keys(shape));
  const changed = Object.entries(shape)
    .map(([name, schema]) => ({ name, encode: encoderOf(schema) }))
    .filter(({ encode }) => encode !== asItIs);
  return (value) => {
    const sent: Record<string, unknown> = { ...(value as object) };
    // What the contract does not name is not sent.
    for (const name in sent) if (!names.has(name)) delete sent[name];
    for (const { name, encode } of changed) {
      const inside = sent[name];
      if (inside !== undefined) sent[name] = encode(inside);
    }
    return sent;
  };
}

function encoderOfPipe({ in: before, out: after, reverseTransform }: z.core.$ZodPipeDef): Encode {
  const [first, last] = [encoderOf(after), encoderOf(before)];
  if (!reverseTransform) return first === asItIs && last === asItIs ? asItIs : (value) => last(first(value));
  return (value) => last(reverseTransform(first(value), { value, issues: [] }));
}

const unlessNone = (none: null | undefined, encode: Encode): Encode =>
  encode === asItIs ? asItIs : (value) => (value === none ? none : encode(value));

function encoderOfArray(encode: Encode): Encode {
  return encode === asItIs ? asItIs : (values) => (values as unknown[]).map(encode);
}

/**
 * Writes a value as its schema says, without checking it: what `z.encode` returns for a value that fits. A schema that
 * is not listed here, such as a union, is left to zod.
 */
export function encoderOf(schema: Schema): Encode {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const byZod: Encode = (value) => z.encode(schema, value);
  if (changesValue(def)) return byZod;
  if (isPlain(def.type) || isPlainRecord(def)) return asItIs;
  if (def.type === 'nullable') return unlessNone(null, encoderOf(def.innerType));
  if (def.type === 'optional') return unlessNone(undefined, encoderOf(def.innerType));
  if (def.type === 'array') return encoderOfArray(encoderOf(def.element));
  if (def.type === 'object' && !def.catchall) return encoderOfObject(def);
  if (def.type === 'pipe') return encoderOfPipe(def);
  return byZod;
}

const withoutUndefined = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');

/** Fails if the value does not fit its schema, or if the two ways of writing it differ. */
function checked(schema: Schema, encode: Encode): Encode {
  return (value) => {
    const sent = z.encode(schema, value);
    if (isDeepStrictEqual(withoutUndefined(encode(value)), withoutUndefined(sent))) return sent;
    throw new Error('The encoder and zod write this answer differently.');
  };
}

/**
 * Writes the answers of endpoints. A sandbox checks every answer, and so do all tests. In production zod's check of a
 * campaign took a tenth of the time of its read.
 */
export function answerEncoder({ sandbox }: { sandbox: boolean }): AnswerEncoder {
  const encoders = new WeakMap<Schema, Encode>();
  return (schema, value) => {
    const known = encoders.get(schema);
    if (known) return known(value);
    const encode = sandbox ? checked(schema, encoderOf(schema)) : encoderOf(schema);
    encoders.set(schema, encode);
    return encode(value);
  };
}
