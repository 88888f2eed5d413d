import {
  basisPointsOfDecimal,
  centsFromDollars,
  decimalOfBasisPoints,
  dollarsFromCents,
  largestAmountCents,
  largestBudgetCents,
} from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import * as z from 'zod/mini';

/** A field that is left out is required; anything else that is no number has these words. */
const numberOr = (words: string) =>
  z.number({ error: ({ code, input }) => (code === 'invalid_type' && input != null ? words : undefined) });

/** A number with two decimals on the wire, whole hundredths inside. More decimals are refused, never rounded. */
const hundredths = (notNumber: string, tooManyDecimals: string, largest = largestAmountCents, tooLarge?: string) =>
  z.codec(
    numberOr(notNumber).check(
      z.minimum(0),
      z.maximum(dollarsFromCents(largest), tooLarge),
      z.multipleOf(0.01, tooManyDecimals),
    ),
    numberOr(notNumber).check(z.int()),
    {
      decode: (decimal, context) => {
        const whole = centsFromDollars(decimal);
        if (whole !== null) return whole;
        context.issues.push({ code: 'custom', input: decimal, message: tooManyDecimals });
        return z.NEVER;
      },
      encode: dollarsFromCents,
    },
  );

/** Dollars on the wire, cents inside. */
export const money = hundredths(fieldWords.enterAmount, fieldWords.twoDecimals);
/** A budget, an additional amount or a fee that somebody enters. Responses use `money`: old rows may have more. */
export const budget = hundredths(
  fieldWords.enterAmount,
  fieldWords.twoDecimals,
  largestBudgetCents,
  fieldWords.budgetTooLarge,
);
/** Per cent on the wire, basis points inside. */
export const rate = hundredths(fieldWords.enterNumber, fieldWords.rateOfTwoDecimals);

/** A share as a fraction on the wire (0.055), in basis points inside (550). */
export const fraction = z.codec(
  z.number().check(z.minimum(0), z.maximum(1), z.multipleOf(0.0001, fieldWords.fourDecimals)),
  z.int(),
  {
    decode: (share, context) => {
      if (/^[01](\.\d{1,4})?$/.test(String(share))) return basisPointsOfDecimal(String(share));
      context.issues.push({ code: 'custom', input: share, message: fieldWords.fourDecimals });
      return z.NEVER;
    },
    encode: (basisPoints) => Number(decimalOfBasisPoints(basisPoints)),
  },
);

/** A sum of amounts, dollars on the wire and cents inside. The limit of one amount does not apply to it. */
export const sum = z.codec(z.number().check(z.minimum(0)), z.int(), {
  decode: (dollars, context) => {
    const cents = centsFromDollars(dollars);
    if (cents !== null) return cents;
    context.issues.push({ code: 'custom', input: dollars, message: 'This is no sum to the cent.' });
    return z.NEVER;
  },
  encode: dollarsFromCents,
});

/** A sum that may be below zero. */
export const balance = z.codec(z.number(), z.int(), {
  decode: (dollars, context) => {
    const cents = centsFromDollars(dollars);
    if (cents !== null) return cents;
    context.issues.push({ code: 'custom', input: dollars, message: 'This is no sum to the cent.' });
    return z.NEVER;
  },
  encode: dollarsFromCents,
});

/** Accepts only plausible years; the database would refuse year 0. */
export const day = z.iso.date().check(z.regex(/^(19|2\d)/));
export const moment = z.iso.datetime({ offset: false });
export const id = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));

/** Marks that hide or reorder text, other line separators, and characters for private use. */
const hidden = /\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\udb80-\udbff\ue000-\uf8ff\ufeff/.source;
const hiddenInLine = new RegExp(`[\\0-\\x1f${hidden}]`);
const hiddenInParagraph = new RegExp(`[\\0-\\x08\\x0b-\\x1f${hidden}]`);

/** With these characters screens, papers and logs could be made to lie. A text that is stored is sent as it is. */
const without = (refused: RegExp, typed: z.ZodMiniString<string>) =>
  z.codec(typed, z.string(), {
    decode: (value, context) => {
      const words = value.replaceAll('\r\n', '\n');
      if (!refused.test(words)) return words;
      context.issues.push({ code: 'custom', input: value, message: fieldWords.hiddenCharacter });
      return z.NEVER;
    },
    encode: (value) => value,
  });

const optional = (longest: number) => z.string().check(z.trim(), z.maxLength(longest));
const required = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest));

/** One line. */
export const text = (longest: number) => without(hiddenInLine, optional(longest));
export const requiredText = (longest: number) => without(hiddenInLine, required(longest));
/** May have several lines. */
export const paragraph = (longest: number) => without(hiddenInParagraph, optional(longest));
export const requiredParagraph = (longest: number) => without(hiddenInParagraph, required(longest));

/** Optional text: an empty text becomes null. */
export const emptyAsNull = (words: z.ZodMiniType<string, string>) =>
  z.codec(z.nullable(words), z.nullable(z.string()), {
    decode: (value) => value || null,
    encode: (value) => value,
  });

/** Every browser and Node have it, but the domain is compiled without the types of either. */
declare const URL: { canParse(address: string): boolean; new (address: string): { hostname: string } };

const domainWithOtherLetters = /(?<=@)[^@\s/?#:%\\]*[^ -~@\s][^@\s/?#:%\\]*$/;

/** The domain in ASCII: 'kim@tūī.nz' is 'kim@xn--t-2ja5q.nz', the form in which e-mail is sent and compared. */
export const asciiAddress = (typed: string): string =>
  typed.trim().replace(domainWithOtherLetters, (domain) => {
    const address = `http://${domain}`;
    return URL.canParse(address) ? new URL(address).hostname : domain;
  });

/** E-mail addresses compare without case: stored as typed, matched in lower case by the database. */
export const emailAddress = z
  .string()
  .check(z.overwrite(asciiAddress), z.minLength(1), z.maxLength(254), z.email(fieldWords.emailNotValid));

/** The format by which a field error says that only digits are allowed. */
export const digitsFormat = 'digits';

/** An id in a path or query: digits only, so that '12abc' is not record 12. */
export const digits = z.codec(z.stringFormat(digitsFormat, /^\d{1,15}$/, 'This must be digits only.'), z.int(), {
  decode: Number,
  encode: String,
});

/** A page or its size in a query: never 0. */
export const fromOne = z.pipe(digits, z.int().check(z.minimum(1)));

/** `1` or empty: how list queries write a flag. */
export const queryFlag = z.codec(z.enum(['1', '0', '']), z.boolean(), {
  decode: (value) => value === '1',
  encode: (value) => (value ? '1' : ''),
});

/** `status=draft&status=approved` or `status=draft,approved`. */
export const queryList = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.codec(z.union([z.string(), z.array(z.string())]), z.array(z.enum(values)), {
    decode: (value) => (Array.isArray(value) ? value : value.split(',')).filter(Boolean) as Values[number][],
    encode: (value) => value.join(','),
  });

/** Ids in a query, separated by commas. */
export const queryIds = (most: number) =>
  z.codec(z.union([z.string(), z.array(z.string())]), z.array(id).check(z.maxLength(most)), {
    decode: (value) => (Array.isArray(value) ? value : value.split(',')).filter(Boolean).map(Number),
    encode: (value) => value.join(','),
  });

/** A link to another resource: `{ "href": "/v1/tenants/7" }` on the wire, its id inside. */
export const link = (collection: `/${string}`) =>
  z.codec(z.strictObject({ href: z.string().check(z.regex(new RegExp(`^${collection}/\\d{1,15}$`))) }), z.int(), {
    decode: ({ href }) => Number(href.slice(collection.length + 1)),
    encode: (linked) => ({ href: `${collection}/${linked}` }),
  });

export const hrefOf = z.object({ href: z.string() });

export const pageQuery = {
  page: z._default(fromOne, 1),
  perPage: z._default(fromOne, 100),
};

export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), totalItems: z.int() });

/** A page of a list that counts to 10,000 and then says that there are more. */
export const cappedPageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.extend(pageOf(item), { isMore: z.optional(z.boolean()) });
