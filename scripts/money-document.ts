import { accountClassLabels, bookAccounts } from '@kerb/domain/books/account-table.ts';
import { accountNames, accounts } from '@kerb/domain/payments/ledger.ts';
import { ledgerEventNames, ledgerEvents } from '@kerb/domain/payments/ledger-events.ts';
import { type MoveName, moves } from '@kerb/domain/payments/ledger-moves.ts';
import { code, page, table } from './markdown.ts';

const signs = { any: 'any', positive: '0 or more', negative: '0 or less' };

const accountTable = () =>
  table(
    ['account', 'what its balance means', 'balance of a campaign'],
    accountNames.map((name) => [code(name), accounts[name].means, signs[accounts[name].sign]]),
  );

const bookTable = () =>
  table(
    ['account', 'name in the books', 'class'],
    accountNames.map((name) => [code(name), bookAccounts[name].label, accountClassLabels[bookAccounts[name].class]]),
  );

const postings = (name: MoveName) =>
  moves[name].lines.map(([account, sign, amount]) => `${account} ${sign}${amount}`).join(', ');

const moveTable = () =>
  table(
    ['move', 'what happens', 'postings'],
    (Object.keys(moves) as MoveName[]).map((name) => [code(name), moves[name].means, postings(name)]),
  );

const eventTable = () =>
  table(
    ['event', 'cause', 'moves', 'key'],
    ledgerEventNames.map((name) => {
      const { cause, moves: made, key } = ledgerEvents[name];
      return [code(name), cause, made.join(', '), key === null ? '' : code(key)];
    }),
  );

/** The accounts, the moves between them and the events that are made of moves. */
export const moneyDocument = () =>
  page(
    'How money moves',
    'domain/src/payments/ledger.ts, ledger-moves.ts and ledger-events.ts',
    'The ledger is the only record of money. Every event is one transaction whose entries add up to zero. ' +
      'A debit is positive (+), a credit negative (-). Entries are never changed or deleted: a correction is a new ' +
      'event.',
    '## Accounts',
    'The database keeps every balance of a campaign in one row and refuses a balance with the wrong sign. It also ' +
      'refuses an event that posts to an account other than those of its moves. Of money that payers pay, it keeps for ' +
      'an organisation only what the lines of a paid invoice say; of a loan, at most what was signed. So a payout above ' +
      'what is kept, a negative held balance and a payout of money under refund are impossible.',
    'Payers’ money and ours are separate accounts. In each event the accounts of payers’ money add up to zero, and the ' +
      'database refuses any other. So payers’ money of a campaign, in trust, at the card gateway and elsewhere, is always ' +
      'what is held, kept or on its way for that campaign, less a loan that is signed and not transferred: it is never ' +
      'below zero, and no campaign uses the money of another. A fee is ours once it is earned, and a loan is ours to pay.',
    'By default one bank account has payers’ money and ours: `trust` + `bank` is its balance. If our money has an ' +
      'account of its own at the bank, `operating` is what is in that one by the books, and `bank` is our money that is ' +
      'still in the account of payers’ money: it is to be moved. Below zero it is to be moved back. What approved ' +
      'batches lend stays until the bank has paid them. `operating` belongs to no campaign.',
    accountTable(),
    '## Moves',
    '`cash` is the account of the payment method: `gateway` for a card, `trust` for a direct deposit, `elsewhere` for a ' +
      'payment recorded by hand. The amounts of one event are added up by account and invoice before they are written.',
    moveTable(),
    '## Events',
    'The key is unique in the database, so the same fact is never recorded twice. {version} counts the events of a ' +
      'campaign.',
    eventTable(),
    '## Books',
    'Each posting counts on one day: the day that a posting of a loan is for, or else the day on which it was written, ' +
      'in the time zone of its organisation. The database stores what was debited and credited to each account on each ' +
      'day, in the transaction of the posting. A trial balance adds these totals up. `npm run check-books` compares ' +
      'them with the entries.',
    'A period of the books can be closed. From then on the database refuses a posting on its days. A posting that ' +
      'belongs to a closed day, such as the interest of an earlier day, counts on the first open day. Only another admin ' +
      'than the one who closed the last period can open it again, and nobody after it was exported.',
    bookTable(),
  );
