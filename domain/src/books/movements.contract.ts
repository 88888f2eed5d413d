import { directions } from '@kerb/domain/payments/movements.ts';
import { balance, day, digits, id, moment, money, requiredText, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const direction = z.enum(directions);

const movement = z.object({
  id,
  day,
  date: moment,
  direction,
  amount: sum,
  reference: z.string(),
  userName: z.nullable(z.string()),
  /** Whether it was taken back, because it was recorded by mistake. */
  isUndone: z.boolean(),
  /** Whether a line of a bank statement is matched with it. */
  isOnStatement: z.boolean(),
});
export type MovementView = z.output<typeof movement>;

/** An account, formatted for people, and what is in it by the books. */
const ownAccount = z.object({ accountName: z.string(), bankAccount: z.string(), balance });

const bankAccounts = z.object({
  today: day,
  /** The account that payers pay into; null if none is configured. */
  trust: z.nullable(ownAccount),
  /** The account of our own money; null if it is in the same account. Its balance has only what the books know. */
  operating: z.nullable(ownAccount),
  /** Our money in the trust account. Below zero: payers' money that was lent, or came into the other account. */
  ours: balance,
  /** What approved batches lend, and the bank has not paid yet. */
  lentUnderWay: sum,
  toMove: z.nullable(z.object({ direction, amount: sum })),
  /** The newest first. */
  movements: z.array(movement),
});
export type BankAccountsView = z.output<typeof bankAccounts>;

export const newMovement = z.strictObject({ direction, amount: money, day, reference: requiredText(200) });
export type NewMovement = z.output<typeof newMovement>;
const one = z.object({ id: digits });

// biome-ignore format: a table
export const movementEndpoints = defineEndpoints({
  read:   { method: 'GET',  path: '/v1/books/bank-accounts', permission: 'books.read', summary: 'Read what is in the trust account and the operating account by the books, and what is to be moved between them', response: bankAccounts },
  record: { method: 'POST', path: '/v1/books/movements', permission: 'funds.record', summary: 'Record that money was moved between the trust account and the operating account', body: newMovement, response: bankAccounts, idempotent: true },
  undo:   { method: 'POST', path: '/v1/books/movements/{id}/undo', permission: 'funds.record', summary: 'Take back a movement that was recorded by mistake', params: one, response: bankAccounts },
});
