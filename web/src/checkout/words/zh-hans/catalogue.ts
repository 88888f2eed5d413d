import type { Words } from '@kerb/web/checkout/words/en.ts';
import { money } from '@kerb/web/checkout/words/money.ts';
import { learned } from '@kerb/web/checkout/words/words.ts';
import { asking } from '@kerb/web/checkout/words/zh-hans/asking.ts';
import { paying } from '@kerb/web/checkout/words/zh-hans/paying.ts';
import { said } from '@kerb/web/checkout/words/zh-hans/said.ts';
import { status } from '@kerb/web/checkout/words/zh-hans/status.ts';

const day = (text: string): string => {
  const [year, month, date] = text.slice(0, 10).split('-').map(Number);
  return `${year}年${month}月${date}日`;
};

/**
 * Simplified Chinese. A draft: nobody who speaks it has read it yet. `languages.ts` says so too, and the page tells the
 * reader.
 */
export const catalogue: Words = {
  draft: '中文是草稿翻译，以英文为准。',
  money,
  longDay: day,
  listed: (names) => names.join('、'),
  said: (english) => said[english] ?? learned[english] ?? english,
  purposes: { marketing: '房产营销费用', styling: '房产布置费用', deposit: '购房定金' },

  live: {
    // biome-ignore format: a table
    happened: {
      approved:                '您的申请已获批准。',
      'information-requested': '我们需要您提供更多资料。本页会说明。',
      declined:                '我们未能批准此申请。',
      cancelled:               '此推广已取消。',
      submitted:               '申请已提交。',
      signed:                  '所有人都已签字。',
      live:                    '您的推广已经开始。',
      withdrawn:               '您的房产已停止出售。',
      settling:                '您的房产等待交割。',
      complete:                '此推广已完成。',
      payment:                 '已记录一笔付款。',
      documents:               '此推广的文件有变更。',
      'details-changed':       '您的资料已更改。',
      changed:                 '此推广有变更。您现在看到的是新内容。',
    },
    progressed: { submitted: (name) => `${name} 已提交申请。`, signed: (name) => `${name} 已签字。` },
  },

  shell: {
    help: '需要帮助？',
    back: '返回',
    toTop: '跳到问题',
    step: (at, of) => `第 ${at} 步，共 ${of} 步`,
    reference: (number) => `您的编号是 ${number}`,
    seeDetails: '查看详情',
    largerText: '放大文字',
    language: '语言',
    backTo: (name) => `返回 ${name}`,
    myCampaigns: '我的推广',
    logOut: '退出',
    working: '正在保存……',
    tryAgain: '重试',
    footer: (brand) => `由 ${brand} 处理付款`,
  },

  viewing: {
    title: (name) => `您看到的是 ${name} 的页面`,
    admin: (admin) => `${admin}，您正以付款人的身份查看本页。您不能在这里更改任何内容。`,
    team: (member, payer) =>
      `您看到的是 ${payer} 看到的内容，但没有受验证码保护的资料。只有 ${payer} 可以确认、同意、付款、签字或取消。您在这里的一切操作都以 ${member} 的名字记录。用完后请退出。`,
    stop: '停止查看',
  },

  problem: {
    title: '没有成功',
    network: '连接不上我们的服务器。请检查网络，然后重试。您填写的内容没有丢失。',
    failed: '我们这边出了问题。请稍后再试。',
    reference: (text, id) => `${text} 参考编号：${id}`,
    ended: '本页已结束',
    away: '您离开了很长时间。请重新打开您的链接。内容没有丢失。',
    required: '请填写此项。',
    wait: (seconds) => `请等待 ${seconds < 90 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`}，然后重试。`,
  },

  ...asking,
  ...paying,
  ...status,
};
