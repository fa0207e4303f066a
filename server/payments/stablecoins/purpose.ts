/** What a wallet of the platform is for that takes the tokens of one payment. */
export const PAYMENT_DEPOSIT = 'PAYMENT_DEPOSIT'
