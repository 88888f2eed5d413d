import { countries } from '@kerb/domain/countries/countries.ts';
import { type CountryRules, countryCodes } from '@kerb/domain/countries/country.ts';
import type { PersonalKey } from '@kerb/server/platform/personal-data.ts';
import * as z from 'zod/mini';

/** Parses the text of a variable. An error message continues a sentence that begins with the variable's name. */
export type Form<Value> = z.ZodMiniType<Value, string>;

type Reading<Value> = {
  /** Undefined if the text is refused. */
  read: (text: string) => Value | undefined;
  /** The end of the error message, after the variable's name. It must not quote a secret. */
  because: (text: string) => string;
  missing?: string;
};

const formOf = <Value>({ read, because, missing }: Reading<Value>): Form<Value> =>
  z.pipe(
    z.string(missing),
    z.transform((written, context) => {
      const value = read(written);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', input: written, message: because(written) });
      return z.NEVER;
    }),
  );

export const text: Form<string> = z.string();

export const oneOf = (...words: string[]): Form<string> =>
  formOf({
    read: (written) => words.find((word) => word === written),
    because: (written) => `is '${written}': write ${words.join(', ')}.`,
  });

const flags: Record<string, boolean> = {
  ...{ '1': true, true: true, on: true, yes: true },
  ...{ '0': false, false: false, off: false, no: false },
};

export const flag: Form<boolean> = formOf({
  read: (written) => flags[written.toLowerCase()],
  because: (written) => `is '${written}': write on or off.`,
  missing: 'is missing: write on or off.',
});

export const whole = (most: number): Form<number> =>
  formOf({
    read: (written) => [Number(written)].find((number) => Number.isInteger(number) && number >= 0 && number <= most),
    because: (written) => `is '${written}': write a whole number up to ${most}.`,
  });

/** A share of the whole. */
export const share: Form<number> = formOf({
  read: (written) => [Number(written)].find((number) => written.trim() !== '' && number >= 0 && number <= 1),
  because: (written) => `is '${written}': write a number from 0 to 1.`,
});

/** The samplers that OpenTelemetry's specification names. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export const country: Form<CountryRules> = formOf({
  read: (written) => {
    const known = countryCodes.find((code) => code === written.toUpperCase());
    return known && countries[known];
  },
  because: (written) => `is '${written}': write ${countryCodes.join(' or ')}.`,
});

const isAddress = (written: string, ...protocols: string[]): boolean =>
  URL.canParse(written) && protocols.includes(new URL(written).protocol);

/** Scheme, host and port of an address; the rest is dropped. */
export const origin: Form<string> = formOf({
  read: (written) => (isAddress(written, 'http:', 'https:') ? new URL(written).origin : undefined),
  because: (written) => `is '${written}': write an http or https address.`,
  missing: 'is missing: outside a sandbox write the https address of the product.',
});

export const httpAddress: Form<string> = formOf({
  read: (written) => (isAddress(written, 'http:', 'https:') ? written : undefined),
  because: (written) => `is '${written}': write an http or https address.`,
});

export const httpsAddress: Form<string> = formOf({
  read: (written) => (isAddress(written, 'https:') ? written : undefined),
  because: (written) => `is '${written}': write an https address.`,
});

const oneAddress = /^[^\s@:/?#]+@[^\s@:/?#]+$/;

/** An address as a URI: `mailto:` for an e-mail address. */
export const contact: Form<string> = formOf({
  read: (written) => {
    if (oneAddress.test(written)) return `mailto:${written}`;
    return isAddress(written, 'https:') ? written : undefined;
  },
  because: (written) => `is '${written}': write an e-mail address or an https address.`,
});

export const scannerAddress: Form<string> = formOf({
  read: (written) => (/^unix:\/.|^tcp:\/\/[^/:]+:\d{1,5}$/.test(written) ? written : undefined),
  because: (written) => `is '${written}': write unix:/path or tcp://host:port.`,
});

/** The beginning of the name of an object. */
export const objectPrefix: Form<string> = formOf({
  read: (written) =>
    /^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/.test(written) ? `${written.replace(/\/$/, '')}/` : undefined,
  because: (written) => `is '${written}': write a path such as kerb/ of letters, digits, dots, _ and -.`,
});

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

export const names: Form<string[]> = formOf({ read: namesIn, because: () => 'cannot be read.' });

const randomBytes = 'set it to 32 random bytes or more, in base64.';

/** 'KEY,KEY': the newest first. Checks the lengths; keeps the base64 texts. */
export const masterKeys: Form<string[]> = formOf({
  read: (written) => {
    const keys = namesIn(written);
    return keys.length === 0 || keys.some((key) => Buffer.from(key, 'base64').length < 32) ? undefined : keys;
  },
  because: () => `is too short: ${randomBytes}`,
  missing: `is missing: ${randomBytes}`,
});

function personalKey(written: string): PersonalKey | null {
  const [id = '', base64 = ''] = written.split(':');
  const key = Buffer.from(base64, 'base64');
  return /^[\w-]{1,40}$/.test(id) && key.length === 32 ? { id, key } : null;
}

/** 'NAME:BASE64,…': the newest first. */
export const personalKeys: Form<PersonalKey[]> = formOf({
  read: (written) => {
    const keys = namesIn(written).map(personalKey);
    const known = keys.filter((key) => key !== null);
    return known.length === keys.length ? known : undefined;
  },
  because: () => 'is not readable: write name:key,name:key with keys of 32 bytes in base64.',
});

/** The message does not quote the value, because it may be another secret. */
export const stripeKey = (begin: RegExp): Form<string> =>
  formOf({
    read: (written) => (begin.test(written) ? written : undefined),
    because: () => "is not such a key of Stripe's.",
  });
