/** The words of paying and signing. */
export const paying = {
  pay: {
    title: (amount: string) => `Pay ${amount}`,
    how: 'Card or bank transfer?',
    card: 'Card',
    cardHint: 'Paid at once, with a surcharge',
    transfer: 'Bank transfer',
    transferHint: 'Free, from your own bank',
    cardForm: 'Card payment',
    frame: 'Card details',
    loading: 'Loading the card form',
    notLoaded: 'The card form did not load. Check your internet and try again.',
    wallet: (total: string, surcharge: string) => `${total} in all, with a surcharge of ${surcharge}`,
    email: 'Email for your receipt',
    emailWrong: 'That email address is not valid.',
    campaign: 'Campaign',
    fee: 'Service fee',
    discount: 'Discount',
    already: 'Paid already',
    surcharge: 'Card surcharge',
    total: 'Total',
    go: (amount: string) => `Pay ${amount}`,
    noCards: 'Cards cannot be used at the moment. Please pay by bank transfer.',
    surcharges: 'Card surcharges',
    terms: 'Security, refunds and privacy',
    security: (brand: string) =>
      `You type your card into a form of our card provider. We never see or keep the number. ${brand} learns the kind of card, its last four digits, and whether the payment worked.`,
    refunds: (fee: string) =>
      `Ask for a refund before the campaign starts. After that, or if you change your mind, a payment is not refunded. We may keep ${fee} of a refund for our work. Your rights by law stay as they are.`,
    privacy:
      'We use your name, your email and the payment to take the money and to send your receipt. We also keep the records that the law asks for.',
    charging: 'Processing payment...',
    notReady: 'The card form is not ready yet. Please try again in a moment.',
    tooSlow: 'The card provider did not answer. You were not charged. Please try again.',
    declinedNext: 'You were not charged. Try another card, pay by bank transfer, or call your bank.',
  },

  transfer: {
    title: (amount: string) => `Please transfer ${amount}`,
    intro: 'Send the money from your bank to this account. The reference tells us that it is yours.',
    amount: 'Amount',
    copy: (what: string) => `Copy ${what}`,
    copied: 'Copied',
    wait: 'A transfer takes 1 to 3 business days. We email you when it has arrived, and this page says so.',
    card: 'Pay by card instead',
    none: 'Bank transfers cannot be used at the moment. Please pay by card.',
  },

  agreement: {
    title: 'Read your agreement',
    /** For readers of another language. */
    inEnglish: '',
    key: 'The main figures',
    whole: 'The whole agreement',
    save: 'Save as PDF',
    read: 'I have read it, continue',
    signNext: 'You sign on the next screen. We send you a copy when everybody has signed.',
    failed: 'Unable to generate Loan Agreement. An error occurred.',
  },

  sign: {
    title: 'Sign your agreement',
    as: 'You sign as',
    meaning:
      'Entering the code is your signature. We keep the time and your device with it, and where you are if you allow it.',
    send: 'Send me a code to sign',
    sign: 'Sign',
    signing: 'Signing...',
    signed: 'Signed',
    label: 'Code to sign',
    forLink: 'Sign for a co-owner who is with you',
    forTitle: 'Sign for a co-owner',
    forIntro: 'Do this only if they are with you, have read the agreement and ask you to. The record names you.',
    forName: (name: string) => `Sign for ${name}`,
    forAs: 'You sign for',
    forCode: (name: string) => `We send a code to the mobile of ${name}. They tell you the code.`,
    forSent: (name: string, to: string, minutes: number) =>
      `We sent a code to the mobile of ${name} ending in ${to}. It works for ${minutes} minutes.`,
    signature: (name: string) => `Signature of ${name}`,
    signedOn: (day: string) => `Signed on ${day}`,
  },
};
