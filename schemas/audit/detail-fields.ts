/** The records that a page shows; its link is written by `components/audit`. */
export type DetailRecord = 'business' | 'deposit' | 'payment' | 'token' | 'transaction'

/** How a value is written: as money, with its unit, as a code in words, or with the name of the things it counts. */
export type DetailForm =
  | 'usd'
  | 'naira'
  | 'kobo'
  | 'hours'
  | 'minutes'
  | 'hundredths'
  | 'time'
  | 'code'
  | 'chain'
  | 'plan'
  | 'product'
  | DetailRecord

export type DetailField = { label: string; form?: DetailForm }

/**
 * The labels of the fields of an audit entry's detail in the portal, and how their values are written. A field that is
 * not here gets its name in words.
 */
export const DETAIL_FIELDS: Readonly<Record<string, DetailField | undefined>> = {
  act: { label: 'Proposal', form: 'code' },
  addresses: { label: 'Addresses' },
  amountUsd: { label: 'Amount', form: 'usd' },
  approvalAboveUsd: { label: 'Second person above', form: 'usd' },
  asked: { label: 'Requested' },
  basisUnits: { label: 'Tokens at the record date, in base units' },
  businessId: { label: 'Business', form: 'business' },
  changed: { label: 'Changed fields' },
  chainId: { label: 'Chain', form: 'chain' },
  chainType: { label: 'Chain type', form: 'code' },
  contractAddress: { label: 'Contract' },
  coupon: { label: 'Coupon no.' },
  creditRate: { label: 'Credits per use' },
  dailyUsd: { label: 'Limit in 24 hours', form: 'usd' },
  decision: { label: 'Decision', form: 'code' },
  depositId: { label: 'Deposit', form: 'deposit' },
  digest: { label: 'Signed hash' },
  domainName: { label: 'Application' },
  environment: { label: 'Environment', form: 'code' },
  expiresAt: { label: 'Expires', form: 'time' },
  feedChainId: { label: 'Chain of the feed', form: 'chain' },
  feedAddress: { label: 'Price feed' },
  firstIndex: { label: 'First address index' },
  fixedUsd: { label: 'Fixed price', form: 'usd' },
  forced: { label: 'Without the holder’s signature' },
  formerUsd: { label: 'Former limit', form: 'usd' },
  fromAddress: { label: 'From' },
  gasLow: { label: 'Top up gas below' },
  gasStrategy: { label: 'Gas', form: 'code' },
  gasTarget: { label: 'Top up gas to' },
  isActive: { label: 'Active' },
  isConfirmed: { label: 'Confirmed in spite of the warning' },
  journalId: { label: 'Ledger entry' },
  kind: { label: 'Kind', form: 'code' },
  kobo: { label: 'Amount', form: 'kobo' },
  lastFour: { label: 'Key ends with' },
  leastSeverity: { label: 'From severity', form: 'code' },
  linkId: { label: 'Link' },
  mailing: { label: 'Emails', form: 'code' },
  maxAgeMinutes: { label: 'Oldest accepted rate', form: 'minutes' },
  maxDeviationBps: { label: 'Largest accepted deviation', form: 'hundredths' },
  maxUsd: { label: 'Maximum', form: 'usd' },
  methods: { label: 'Contract calls' },
  nativeSymbol: { label: 'Native coin' },
  network: { label: 'Network', form: 'code' },
  ngnPerUsd: { label: 'Naira per dollar', form: 'naira' },
  overlapHours: { label: 'Former keys work for', form: 'hours' },
  ownerId: { label: 'Owner' },
  passkeyId: { label: 'Passkey' },
  perTransactionUsd: { label: 'Limit per transaction', form: 'usd' },
  planId: { label: 'Plan', form: 'plan' },
  planName: { label: 'Plan' },
  planQuotas: { label: 'Quotas' },
  prefix: { label: 'Key begins with' },
  priceMonthlyMinor: { label: 'Monthly price', form: 'kobo' },
  priceUsd: { label: 'Price', form: 'usd' },
  productId: { label: 'Product', form: 'product' },
  proposedBy: { label: 'Proposed by' },
  proration: { label: 'Proration', form: 'code' },
  receiptId: { label: 'Received money' },
  recipients: { label: 'Recipients' },
  refused: { label: 'Refused', form: 'code' },
  replayId: { label: 'Replay' },
  requestedBy: { label: 'Requested by' },
  role: { label: 'Role', form: 'code' },
  since: { label: 'Failed since', form: 'time' },
  sponsoredDailyUsd: { label: 'Sponsored gas per day', form: 'usd' },
  status: { label: 'Status', form: 'code' },
  subject: { label: 'About' },
  sweepLeast: { label: 'Minimum sweep' },
  targetHint: { label: 'Sends to' },
  titles: { label: 'Documents' },
  toAddress: { label: 'To' },
  tokenAddress: { label: 'Token contract' },
  tokenId: { label: 'Token', form: 'token' },
  totals: { label: 'Totals' },
  transactionId: { label: 'Transaction', form: 'transaction' },
  treasuryLow: { label: 'Treasury alarm below' },
  txHash: { label: 'Transaction hash' },
  type: { label: 'Type', form: 'code' },
  units: { label: 'Amount in base units' },
  valueUsd: { label: 'Value', form: 'usd' },
  yearlyMonths: { label: 'Months paid per year' },
}

/** Actions whose fields have another meaning than elsewhere. */
export const OWN_DETAIL_FIELDS: Readonly<Record<string, Readonly<Record<string, DetailField>> | undefined>> = {
  'gas_budget.set': { dailyUsd: { label: 'Sponsored gas per day', form: 'usd' } },
  'member.role_changed': { to: { label: 'Role', form: 'code' } },
  'payment.opened': { purpose: { label: 'For', form: 'code' } },
  'person.email_changed': { to: { label: 'Email' } },
  'wallet.bound': { to: { label: 'Project' } },
  'wallet.unbound': { to: { label: 'Project' } },
}

/** Actions whose `from` and `to` are the value before and after; elsewhere they are two ends. */
export const CHANGES_FROM_TO: readonly string[] = [
  'key.renamed',
  'member.role_changed',
  'person.email_changed',
  'project.renamed',
  'wallet.bound',
  'wallet.unbound',
]

const WORDS: Readonly<Record<string, string | undefined>> = {
  EVM: 'EVM',
  PAY_COUPON: 'Coupon payment',
  CALL: 'Redemption',
  REGISTER: 'Registration',
  SOLANA: 'Solana',
  WALLET_TOPUP: 'Top-up',
  pagerduty: 'PagerDuty',
}

/** A code as `kind`, `status` and `decision` hold it in words: `BOND_ISSUE` is `Bond issue`. */
export function codeText(code: string): string {
  // Not named `text`: the minifier of the build inlines this function into one with such a parameter and mixes them up.
  const special = WORDS[code]
  if (special !== undefined) return special
  const isWord = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/.test(code)
  if (!isWord) return code
  const words = code
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
