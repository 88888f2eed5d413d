/** Labels and sentences of the first questions and the panels that the server sends in English. */
// biome-ignore format: a table
export const said: Readonly<Record<string, string>> = {
  'Bank transfer':                                         '银行转账',
  'Visa and Mastercard debit':                             'Visa 和 Mastercard 借记卡',
  'Visa and Mastercard credit':                            'Visa 和 Mastercard 信用卡',
  'UnionPay, American Express and JCB':                    '银联、American Express 和 JCB',
  'Visa, Mastercard, UnionPay, American Express and JCB':  'Visa、Mastercard、银联、American Express 和 JCB',
  'Pay On Success':                                        '卖出后才付款',
  'Once everyone has signed, your campaign is funded and live within 24 hours.': '所有人签字后，您的推广在 24 小时内获得资金并开始。',
  'After everyone has signed, you have some days to cancel. After that, your campaign is funded and live within 24 hours.': '所有人签字后，您有几天时间可以取消。之后，您的推广在 24 小时内获得资金并开始。',
  'We pay for your campaign at most 5 business days after your home goes online.': '您的房产上线后最多 5 个工作日，我们支付推广费用。',
  'Limited recourse does not protect you in some cases. One is a pandemic. Another is that you take your home off the market in the commitment period.': '有些情况不受有限追索保护。例如发生疫情，或您在承诺期内停止出售房产。',
  'Please confirm who you are and agree to the terms first.': '请先确认您的身份，并同意条款。',
  'Choose this payment option for the campaign first.':    '请先选择这种付款方式。',
  'There is nothing to pay.':                              '没有需要支付的款项。',
  'A refund of this campaign is being processed.':         '此推广正在退款。',
  'This campaign has already been paid.':                  '此推广已付款。',
  'The service fee has already been paid.':                '服务费已付。',
  'That code is not right, or has expired.':               '验证码不正确，或已过期。',
};
