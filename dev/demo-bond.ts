import { setTimeout as pause } from 'node:timers/promises'
import { getAddress, keccak256, slice, toHex } from 'viem'
import { z } from 'zod'
import { moveChainTime, readChainTime } from './chains/chain-clock'
import { connectDemo } from './connect-demo'
import { fund } from './faucet/fund'
import { MAINNET_CHAIN_ID } from './local-chains'
import type { StackFacts } from './stack-file'

const DAY_SECONDS = 86_400
const TICKER = 'LAGOON28'
/** The time since the first coupon was due: within its grace, and with the next one near enough to be travelled to. */
const FIRST_COUPON_DAYS_AGO = 5
const MAX_WAIT_MS = 60_000

/** The time before today at which the chain of the bond begins: a period of a month, and the time since it was due. */
export const DEMO_PAST_SECONDS = 36 * DAY_SECONDS

/**
 * The investors, with their countries and their holdings in tokens. Their addresses follow from their names and have no
 * keys.
 */
const INVESTORS = [
  ['Adunni Capital', 'NG', '2500'],
  ['Baobab Pension', 'KE', '1800'],
  ['Cedar Trust', 'GH', '1250.5'],
  ['Delta Assurance', 'NG', '900'],
  ['Ebony Family Office', 'ZA', '640.25'],
  ['F. Balogun', 'NG', '75'],
  ['G. Mensah', 'GH', '12.333333'],
] as const
/** The demo's own units, to send. */
const OWN_UNITS = '500'

const wallets = z.object({ data: z.array(z.object({ address: z.string() })) })
const token = z.object({ id: z.string(), ticker: z.string(), operationRef: z.string(), tokenAdmin: z.string() })
const issued = z.object({ data: token })
const listed = z.object({ data: z.object({ items: z.array(token.extend({ totalSupply: z.string() })) }) })
const operation = z.object({
  data: z.object({ operationRef: z.string(), status: z.string(), error: z.string().nullable() }),
})
const coupon = z.object({ couponId: z.string(), payDate: z.string(), status: z.string() })
const schedule = z.object({ data: z.object({ coupons: z.array(coupon) }) })

type Call = Awaited<ReturnType<typeof connectDemo>>

/**
 * Gives the demo business a bond with eight holders and a paid coupon, through `/v1` as an own backend would: once, and
 * from where it was when it was cut off. Its chain, where it is new, begins in the past and is brought to today in
 * between. Throws if `/v1` answers anything else.
 */
export async function showBond(facts: StackFacts): Promise<void> {
  const chain = facts.evm.find(({ chainId }) => chainId === MAINNET_CHAIN_ID)
  if (!chain) return
  const { call, bond } = await placeBond(facts, chain.rpcUrl).finally(() => bringToToday(chain.rpcUrl))
  await payFirstCoupon(facts, call, bond)
}

type Bond = z.infer<typeof token>

async function placeBond(facts: StackFacts, rpcUrl: string): Promise<{ call: Call; bond: Bond }> {
  const call = await connectDemo(facts)
  const known = listed.parse(await call('GET', '/v1/tokens?pageSize=100')).data.items
  const found = known.find(({ ticker }) => ticker === TICKER)
  const bond = found ?? (await issueBond(call, rpcUrl))
  if (found && found.totalSupply !== '0') return { call, bond }
  await endOf(call, bond, bond.operationRef)
  const [, own] = await makeWallets(call)
  const others = INVESTORS.map(([label, country, amount]) => ({ address: addressOf(label), label, country, amount }))
  const holders = [...others, { address: own?.address ?? '', label: 'Own wallet', country: 'NG', amount: OWN_UNITS }]
  const rows = holders.map(({ amount: _, ...wallet }, n) => ({ ...wallet, investorId: `I-${n + 1}` }))
  await startOperation(call, bond, { what: 'wallets', body: { wallets: rows } })
  const items = holders.map(({ address: to, amount }) => ({ to, amount }))
  await startOperation(call, bond, { what: 'mint', body: { items }, key: 'Demo:-mint-of-a-bond' })
  return { call, bond }
}

async function issueBond(call: Call, rpcUrl: string): Promise<Bond> {
  const [admin] = await makeWallets(call)
  const now = Date.now() / 1_000
  const isPast = (await readChainTime(rpcUrl)) < now - DEMO_PAST_SECONDS / 2
  const first = isPast ? -FIRST_COUPON_DAYS_AGO : DEMO_PAST_SECONDS / DAY_SECONDS - FIRST_COUPON_DAYS_AGO
  const body = {
    ticker: TICKER,
    name: 'Lagoon Pay 12.5 % 2028',
    price: 100,
    chain: 'ETH',
    chainId: MAINNET_CHAIN_ID,
    decimals: 6,
    assetClass: 'BOND',
    tokenType: 'YIELD_BEARING',
    tokenAdmin: admin?.address,
    maxShareholders: 50,
    maxTokensPerInvestor: 5_000,
    yieldParams: {
      annualRate: 12.5,
      firstCouponDate: dayIn(first),
      maturityDate: dayIn(720),
      couponInterval: 1,
      dayCount: 'ACT_365',
      faceValuePerToken: 100,
      gracePeriod: 10,
      callable: true,
      callDate: dayIn(360),
    },
  }
  return issued.parse(await call('POST', '/v1/tokens', body)).data
}

/** The tokenAdmin and a holder: the same ones on every call. */
async function makeWallets(call: Call) {
  const body = { chainType: 'EVM', purpose: 'BOND', count: 2 }
  return wallets.parse(await call('POST', '/v1/wallet/hd/generate', body, 'Demo:-wallets-of-a-bond')).data
}

async function bringToToday(rpcUrl: string): Promise<void> {
  const behind = Math.floor(Date.now() / 1_000) - (await readChainTime(rpcUrl))
  if (behind > DAY_SECONDS / 24) await moveChainTime(rpcUrl, behind)
}

async function payFirstCoupon(facts: StackFacts, call: Call, bond: Bond): Promise<void> {
  const [first] = schedule.parse(await call('GET', `/v1/tokens/${bond.id}/yield`)).data.coupons
  if (!first || first.payDate > dayIn(0) || first.status === 'PAID') return
  const gift = { chainId: MAINNET_CHAIN_ID, address: bond.tokenAdmin, symbol: 'USDC', amount: '25000' }
  if (first.status === 'SCHEDULED' || first.status === 'RECORDED') await fund(facts, gift)
  await startOperation(call, bond, { what: `yield/${first.couponId}/pay`, body: {} })
}

type MutationState = { what: string; body: unknown; key?: string }

async function startOperation(call: Call, bond: Bond, { what, body, key }: MutationState): Promise<void> {
  const { operationRef } = operation.parse(await call('POST', `/v1/tokens/${bond.id}/${what}`, body, key)).data
  await endOf(call, bond, operationRef)
}

async function endOf(call: Call, { id }: Bond, operationRef: string): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS
  while (Date.now() < deadline) {
    const { status, error } = operation.parse(await call('GET', `/v1/tokens/${id}/operations/${operationRef}`)).data
    if (status === 'COMPLETED') return
    if (status === 'FAILED') throw new Error(`an operation failed: ${error}`)
    await pause(500)
  }
  throw new Error(`operation ${operationRef} does not end`)
}

function addressOf(name: string): string {
  return getAddress(slice(keccak256(toHex(name)), 12))
}

/** The day (UTC) this many days from today. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_SECONDS * 1_000).toISOString().slice(0, 10)
}
