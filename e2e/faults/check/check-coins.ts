import type { Sql } from 'postgres'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import type { Reported } from '@/e2e/faults/thief/reported'
import { type CoinMove, readCoinMoves } from './read-coin-moves'

/**
 * Where the coins of one customer came from and went, in wei, counted on the chain; the float as the product has it.
 */
export type Coins = {
  /** Paid in from outside, and by the platform. */
  deposited: bigint
  filled: bigint
  /**
   * `loot`: at the address the customer takes coins to. `kept`: in its wallets, where the coins beyond the platform's
   * float are its `own`.
   */
  loot: bigint
  kept: bigint
  own: bigint
  float: bigint
  /** Gas that its wallets paid, and what they gave back to the platform. */
  burnt: bigint
  swept: bigint
  /** Fees of all that was sent for it, by any sender. */
  spent: bigint
  chargedMicros: bigint
}

type Ground = {
  chain: Pick<FaultChain, 'chainId' | 'local' | 'reader'>
  thieves: readonly Reported[]
  /** The block before the first thief. */
  since: number
  platform: readonly string[]
  isDebited: boolean
}

const WEI_PER_COIN = 10n ** 18n
const E8_PER_MICRO = 100n

/**
 * At rest: the coins of every customer add up, none has more than it was paid from outside, and on debited chains it
 * paid for its gas.
 */
export async function checkCoins(sql: Sql, ground: Ground): Promise<{ findings: string[]; summary: string }> {
  const { chain, thieves, isDebited } = ground
  const findings: string[] = []
  const priceE8 = await readPrice(sql, chain.chainId)
  const sums = { filled: 0n, burnt: 0n, float: 0n, swept: 0n, spent: 0n, taken: 0n }
  for (const [thief, coins] of await countCoins(sql, ground)) {
    const off = (sentence: string) => findings.push(inWords(thief, sentence))
    const lost = coins.deposited + coins.filled - coins.loot - coins.kept - coins.burnt - coins.swept
    if (lost !== 0n) off(`${lost} wei are nowhere`)
    // The coins that the customer has or took beyond the platform's float, less its deposits.
    const gain = coins.loot + coins.own - coins.deposited
    if (gain > 0n) off(`it has ${gain} wei of the platform`)
    if (isDebited && gain < 0n) off(`it paid ${-gain} wei of its own for gas that is charged in USD`)
    if (coins.float < 0n || coins.float > coins.kept)
      off(`a float of ${coins.float} in wallets that hold ${coins.kept}`)
    const owed = usdMicros(coins.spent + (gain < 0n ? gain : 0n), priceE8)
    if (isDebited && coins.chargedMicros < owed) off(`charged ${coins.chargedMicros} of ${owed} micro-dollars`)
    sums.filled += coins.filled
    sums.burnt += coins.burnt
    sums.float += coins.float
    sums.swept += coins.swept
    sums.spent += coins.spent
    sums.taken += gain > 0n ? gain : 0n
  }
  for (const thief of thieves) for (const fault of thief.faults) findings.push(inWords(thief, fault))
  const eth = (wei: bigint) => `${(Number(wei / 10n ** 9n) / 1e9).toFixed(6)}`
  const summary =
    `chain ${chain.chainId}, ${isDebited ? 'debited' : 'sponsored'}: ${thieves.length} thieves took ${eth(sums.taken)} coins; the platform ` +
    `put in ${eth(sums.filled)}, of which wallets burnt ${eth(sums.burnt)}, ${eth(sums.float)} are float and ${eth(sums.swept)} came back; all gas ${eth(sums.spent)}`
  return { findings, summary }
}

async function countCoins(sql: Sql, { chain, thieves, since, platform }: Ground): Promise<Map<Reported, Coins>> {
  const { chainId, local, reader } = chain
  const ours = new Set(platform.map((address) => address.toLowerCase()))
  const moves = await readCoinMoves(local.rpcUrl, since)
  const owners = await readOwners(sql, chainId)
  const counted = new Map<Reported, Coins>()
  for (const thief of thieves) {
    const own = new Set(thief.wallets)
    const sum = (of: (move: CoinMove) => bigint) => total(moves.map(of))
    const [loot = 0n, ...kept] = await reader.nativeBalances([thief.loot, ...thief.wallets])
    const floats = await readFloats(sql, chainId, thief)
    const beyond = thief.wallets.map((wallet, index) => (kept[index] ?? 0n) - (floats.get(wallet) ?? 0n))
    counted.set(thief, {
      deposited: sum(({ from, to, wei }) => (own.has(to) && !own.has(from) && !ours.has(from) ? wei : 0n)),
      filled: sum(({ from, to, wei }) => (own.has(to) && ours.has(from) ? wei : 0n)),
      loot,
      kept: total(kept),
      own: total(beyond.filter((wei) => wei > 0n)),
      float: total([...floats.values()]),
      burnt: sum(({ from, feeWei }) => (own.has(from) ? feeWei : 0n)),
      swept: sum(({ from, to, wei }) => (own.has(from) && ours.has(to) ? wei : 0n)),
      spent: sum(({ hash, feeWei }) => (owners.get(hash) === thief.businessId ? feeWei : 0n)),
      chargedMicros: await readCharged(sql, chainId, thief),
    })
  }
  return counted
}

/** For which business a transaction was sent, by hash: its own, or one of the platform's to a wallet of it. */
async function readOwners(sql: Sql, chainId: number): Promise<Map<string, string>> {
  const rows = await sql<{ hash: string; business: string }[]>`
    select a.tx_hash as hash, coalesce(w.business_id, t.business_id) as business
    from transaction_attempts a join transactions t on t.id = a.transaction_id
    left join wallets w on t.signer_type = 'PLATFORM' and w.address = t.to_address
    where a.chain_id = ${chainId}`
  return new Map(rows.map(({ hash, business }) => [hash, business]))
}

async function readFloats(sql: Sql, chainId: number, { businessId }: Reported): Promise<Map<string, bigint>> {
  const rows = await sql<{ wallet: string; float: string }[]>`
    select lower(address) as wallet, gas_float_units::text as float from lanes
    where chain_id = ${chainId} and business_id = ${businessId}`
  return new Map(rows.map(({ wallet, float }) => [wallet, BigInt(float)]))
}

async function readCharged(sql: Sql, chainId: number, { businessId }: Reported): Promise<bigint> {
  const [row] = await sql<{ charged: string }[]>`
    select coalesce(sum(fee_charged_micros), 0)::text as charged from transactions
    where chain_id = ${chainId} and business_id = ${businessId}`
  return BigInt(row?.charged ?? 0)
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, wei) => all + wei, 0n)
}

/** The price of the run's own coins, which is fixed. */
async function readPrice(sql: Sql, chainId: number): Promise<bigint> {
  const [row] = await sql<{ price: string }[]>`
    select coalesce(max(native_price_e8), 0)::text as price from transactions where chain_id = ${chainId}`
  return BigInt(row?.price ?? 0)
}

function usdMicros(wei: bigint, priceE8: bigint): bigint {
  return (wei * priceE8) / WEI_PER_COIN / E8_PER_MICRO
}

/** With the customer's whole story, so that it can be understood without running it again. */
function inWords({ number, chainId, businessId, history }: Reported, sentence: string): string {
  return `customer ${number} (${businessId}) on ${chainId}: ${sentence}\n    ${history.join('\n    ')}`
}
