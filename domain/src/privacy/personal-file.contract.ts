import { personalFileParts } from '@kerb/domain/privacy/personal-file.ts';
import { day, moment, money } from '@kerb/domain/wire/codecs.ts';
import * as z from 'zod/mini';

const words = z.nullable(z.string());
const maybe = z.nullable(moment);

const profile = z.object({
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  mobilePhone: words,
  jobTitle: words,
  createdDate: moment,
  hasTwoStepLogin: z.boolean(),
  passkeys: z.array(z.object({ name: z.string(), createdDate: moment, lastUsedDate: z.nullable(moment) })),
  contactDetails: z.array(
    z.object({ type: z.string(), name: words, address: words, city: words, postalCode: words, phone: words }),
  ),
});

const organisation = z.object({
  name: z.string(),
  role: z.string(),
  receivesAllAgentNotices: z.boolean(),
  receivesBillingEmailNotices: z.boolean(),
});

const signIn = z.object({
  createdDate: moment,
  lastUsedDate: moment,
  endedDate: maybe,
  ipAddress: words,
  browser: words,
  byPaymentUrl: z.boolean(),
});

const details = z.object({
  firstName: z.string(),
  middleNames: words,
  surname: z.string(),
  emailAddress: z.string(),
  mobilePhone: words,
  dateOfBirth: z.nullable(day),
  residentialAddress: words,
  city: words,
  state: words,
  postalCode: words,
  employmentType: words,
});

const signature = z.object({
  signatureDate: moment,
  legalName: z.string(),
  emailAddress: z.string(),
  mobilePhone: words,
  ipAddress: words,
  browser: words,
  location: words,
  termsVersion: z.string(),
  consent: z.string(),
  voidedDate: maybe,
});

const loanRequest = z.object({
  askedDate: moment,
  kind: z.string(),
  reason: z.string(),
  canPay: z.string(),
  wishedDate: day,
  outcome: words,
  answer: words,
  answeredDate: maybe,
  newDueDate: z.nullable(day),
});

const campaign = z.object({
  flowNumber: z.string(),
  name: z.string(),
  organisation: z.string(),
  status: z.string(),
  details,
  /** What they typed and have not submitted. */
  typedAnswers: z.record(z.string(), z.unknown()),
  emailAddressConfirmationDate: maybe,
  mobilePhoneConfirmationDate: maybe,
  submittedDate: maybe,
  agreedTermsVersion: words,
  signatures: z.array(signature),
  identityChecks: z.array(z.object({ createDate: moment, checkDate: maybe, checkResult: words })),
  /** The person's own requests for more time to repay a loan. */
  loanRequests: z.array(loanRequest),
  /** The letters about more time that the person signed. */
  signedLetters: z.array(
    z.object({
      ...{ newDueDate: z.nullable(day), signatureDate: moment, codeSentBy: z.string() },
      ...{ legalName: words, emailAddress: words, mobilePhone: words, consent: words },
      ...{ userAgent: words, ipAddress: words },
    }),
  ),
});

const comment = z.object({ flowNumber: z.string(), date: moment, text: z.string() });

const document = z.object({ flowNumber: z.string(), fileName: z.string(), purpose: z.string(), uploadDate: moment });

const payment = z.object({
  flowNumber: z.string(),
  date: moment,
  method: z.string(),
  status: z.string(),
  amount: money,
  surcharge: money,
  cardScheme: words,
  cardLast4: words,
  receiptEmail: words,
});

const message = z.object({
  date: moment,
  channel: z.string(),
  recipient: z.string(),
  subject: words,
  body: z.string(),
});

const logEntry = z.object({ date: moment, description: z.string(), values: z.record(z.string(), z.unknown()) });

type Part = keyof typeof personalFileParts;
const partWords = Object.fromEntries(Object.keys(personalFileParts).map((part) => [part, z.string()])) as Record<
  Part,
  z.ZodMiniString
>;

/** Everything that is held about a person. `about` says in words what each part holds. */
export const personalFile = z.object({
  product: z.string(),
  madeDate: moment,
  about: z.object(partWords),
  profile: z.nullable(profile),
  organisations: z.array(organisation),
  signIns: z.array(signIn),
  savedViews: z.array(z.object({ list: z.string(), name: z.string() })),
  comments: z.array(comment),
  campaigns: z.array(campaign),
  documents: z.array(document),
  payments: z.array(payment),
  messages: z.array(message),
  log: z.array(logEntry),
});
export type PersonalFile = z.output<typeof personalFile>;
