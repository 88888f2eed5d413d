import type { LoanWords } from '@kerb/web/checkout/words/en-repaying.ts';

/** A draft, as the rest of this language. */
export const repaying: LoanWords = {
  owedOn: (day) => `${day} 欠的款项`,
  perDay: '每天的利息',
  started: '贷款开始',
  signedOn: '签字',
  settlement: '交割',
  repaid: '已还清',
  closed: '已关闭',
  late: (day, days) => `还款期限是 ${day}，已逾期 ${days} 天。请现在还款，或致电我们。`,
  loading: '正在打开您的贷款',

  how: '怎样还款',
  howIntro: '您可以随时还款，全部或部分都可以。请把钱转到这个账户。附言号码让我们知道这是您的还款。',
  when: '钱哪一天到账？',
  whenHint: '每天都会增加利息。转账需要 1 至 3 个工作日。以后日期的金额是估算。',
  today: (day) => `今天，${day}`,
  tooMuch: '如果您多转了钱，我们会把多余的部分退还给您。',
  noAccount: (phone) => `请致电我们：${phone}。我们会告诉您把钱转到哪里。`,

  done: '您的还款',
  none: '还没有还款。',
  payment: (number) => `还款 ${number}`,
  held: '为您保管',

  statement: '对账单',
  statementIntro: '贷款增加的每一笔金额，以及每一笔还款。',
  from: '从',
  to: '到',
  show: '查看对账单',
  savePdf: '保存对账单（PDF）',
  shown: (from, to) => `${from} 至 ${to} 的对账单`,
  what: '项目',
  amount: '金额',
  owed: '欠款',
  opening: '期初欠款',
  closing: (day) => `${day} 结束时的欠款`,
  days: (from, to) => `${from} 至 ${to}`,

  payout: '还款函',
  payoutIntro: '您的律师或银行可能需要一封写明某一天金额的信函。',
  payoutDay: '哪一天？',
  payoutGet: '获取信函',
  payoutFor: (day) => `${day} 的信函（PDF）`,
};
