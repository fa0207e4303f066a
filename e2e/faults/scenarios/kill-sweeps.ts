import { z } from 'zod'
import { waitUntil } from '@/dev/wait-until'
import type { ApiClient } from '@/e2e/api-client'
import { createChainReader } from '@/e2e/faults/chain-reader'
import { openOutsider } from '@/e2e/faults/outsider'
import { patience } from '@/e2e/faults/patience'
import type { Played, Stage } from '@/e2e/faults/scenario'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'
import { ARRIVED_WITHIN_MS, type Proof } from './kill-followers'

/** Deposits for each wallet, about. */
const DEPOSITS_A_WALLET = 2
const WALLETS_A_CALL = 200
/**
 * Token units from which a wallet is swept: 50 dollars, so that no fee of a mainnet is a third of it. Some deposits are
 * smaller.
 */
const THRESHOLD = 50_000_000n
/** Lamports from which a wallet is swept, and what each gets: the rent of an account and more. */
const [SOL_THRESHOLD, LAMPORTS] = [1_000_000n, 5_000_000n]

const wallets = z.object({ data: z.array(z.object({ address: z.string() })) })
const rule = z.object({ data: z.object({ id: z.string() }) })

type Family = {
  send: () => Promise<void>
  ruleId: string
  sources: readonly string[]
  target: string
  /** The total given so far, and the balances of addresses, as the chain itself reports them. */
  given: () => Promise<bigint>
  held: (addresses: readonly string[]) => Promise<bigint[]>
  /** The most that may be left in a wallet. */
  least: bigint
}

let opened = 0

/**
 * Deposits into wallets that rules sweep, tokens on both EVM chains and coins on Solana: every unit ends in the target
 * or below the threshold.
 */
export async function sweepProof(stage: Stage, api: ApiClient): Promise<Proof> {
  const count = Math.max(1, Math.ceil((stage.rounds * stage.transfers) / DEPOSITS_A_WALLET))
  const families: Family[] = []
  for (const chain of stage.stack.chains) families.push(await openEvm(stage, api, { chain, count }))
  families.push(await openSolana(stage, api, count))
  return {
    loads: families,
    check: (played) => check(stage, families, played),
    async close() {
      const ids = families.map(({ ruleId }) => ruleId)
      await stage.stack.sql`update sweep_rules set status = 'PAUSED' where id = any(${ids})`
    },
  }
}

async function openEvm(
  { random, stack }: Stage,
  api: ApiClient,
  { chain, count }: { chain: FaultChain; count: number },
): Promise<Family> {
  const tokenAddress = chain.local.tokens.find(({ symbol }) => symbol === 'USDC')?.address
  if (!tokenAddress) throw new Error('the local chain has no USDC')
  const outsider = await openOutsider(chain, 'USDC')
  const reader = createChainReader({ rpcUrl: chain.local.rpcUrl, cngn: tokenAddress })
  const terms = { chainId: chain.chainId, tokenAddress, threshold: '50' }
  const family = await openFamily(api, { chainType: 'EVM', count, terms })
  const paid = new Map<string, bigint>()
  let sent = 0
  return {
    ...family,
    least: THRESHOLD - 1n,
    async send() {
      const units = BigInt(random.between(20_000_000, 200_000_000))
      const hash = await outsider.sendTokens(family.sources[sent++ % family.sources.length] ?? '', units)
      paid.set(hash, units)
    },
    async given() {
      const landed = await outsider.landed()
      if (landed.length < paid.size) throw new Error(`${paid.size - landed.length} deposits are not mined`)
      await stack.sql`update sweep_rules set check_at = now(), checked_up_to = null where id = ${family.ruleId}`
      return landed.reduce((sum, { hash }) => sum + (paid.get(hash) ?? 0n), 0n)
    },
    held: (addresses) => Promise.all(addresses.map((address) => reader.tokenBalance(address))),
  }
}

async function openSolana({ stack }: Stage, api: ApiClient, count: number): Promise<Family> {
  const { chainId, reader } = stack.cluster
  const terms = { chainId, threshold: '0.001' }
  // No wallet is paid twice: setting its balance must not undo a sweep that happened meanwhile.
  const family = await openFamily(api, { chainType: 'SOLANA', count: count * DEPOSITS_A_WALLET, terms })
  let paid = 0
  return {
    ...family,
    least: SOL_THRESHOLD,
    async send() {
      const address = family.sources[paid]
      if (!address) return
      paid += 1
      await reader.setLamports([address], LAMPORTS)
      // A balance that is set is no transaction that a deposit could be read from: as if an hour had gone by.
      await stack.sql`update sweep_rules set check_at = now(), checked_up_to = null where id = ${family.ruleId}`
    },
    given: async () => BigInt(paid) * LAMPORTS,
    held: (addresses) => reader.lamportsOf(addresses),
  }
}

type Wanted = { chainType: 'EVM' | 'SOLANA'; count: number; terms: object }

/** Creates wallets with a purpose of their own, a target wallet with another purpose, and the rule. */
async function openFamily(api: ApiClient, { chainType, count, terms }: Wanted) {
  const purpose = `SWEPT-${process.pid}-${++opened}`
  const make = async (wanted: number, of: string) =>
    wallets
      .parse(await created(api, '/v1/wallet/hd/generate', { chainType, purpose: of, count: wanted }))
      .data.map(({ address }) => address)
  const sources: string[] = []
  while (sources.length < count)
    sources.push(...(await make(Math.min(WALLETS_A_CALL, count - sources.length), purpose)))
  const [target = ''] = await make(1, `${purpose}-TARGET`)
  const made = await created(api, '/v1/wallet/sweeps', { ...terms, purpose, toAddress: target })
  return { sources, target, ruleId: rule.parse(made).data.id }
}

async function created(api: ApiClient, path: string, body: object): Promise<unknown> {
  const answer = await api.post(path, body, `sweeps-${process.pid}-${++opened}`)
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text)
}

/** Waits until nothing is left to sweep, then compares the balances with the total that was given. */
async function check({ stack }: Stage, families: readonly Family[], played: Played): Promise<string> {
  const ids = families.map(({ ruleId }) => ruleId)
  const texts: string[] = []
  for (const { sources, target, given, held, least, ruleId } of families) {
    let wanted = 0n
    let found: bigint[] = []
    const isOver = async () => {
      wanted = await given().catch(() => -1n)
      found = await held([target, ...sources])
      return (
        wanted === sum(found) && found.slice(1).every((units) => units <= least) && (await isAtRest(stack.sql, ruleId))
      )
    }
    await waitUntil(isOver, { timeoutMs: patience(ARRIVED_WITHIN_MS), everyMs: 1_000 }).catch(() => {})
    const [swept = 0n, ...left] = found
    if (sum(found) !== wanted) played.findings.push(`${wanted} units were given, ${sum(found)} are there`)
    const above = left.filter((units) => units > least).length
    if (above > 0) played.findings.push(`${above} wallets hold more than the threshold`)
    texts.push(`${swept} of ${wanted} units of ${sources.length} wallets in the target`)
  }
  const [row] = await stack.sql<{ failed: number; held: number; doubled: number; made: number }[]>`
    select count(*) filter (where s.state = 'FAILED')::int as failed, count(*)::int as made,
      (select count(*)::int from sweep_wallets w where w.state = 'HELD' and w.rule_id = any(${ids})) as held,
      (select count(*)::int from (select 1 from sweeps o where o.state = 'OPEN' group by o.wallet_id, o.chain_id, o.token_address having count(*) > 1) d) as doubled
    from sweeps s where s.rule_id = any(${ids})`
  if (row && row.failed + row.held + row.doubled > 0)
    played.findings.push(
      `${row.failed} sweeps failed, ${row.held} wallets are held, ${row.doubled} have two open sweeps`,
    )
  return `${row?.made ?? 0} sweeps; ${texts.join('; ')}`
}

async function isAtRest(sql: Stage['stack']['sql'], ruleId: string): Promise<boolean> {
  const [row] = await sql<
    { n: number }[]
  >`select count(*)::int as n from sweeps where rule_id = ${ruleId} and state = 'OPEN'`
  return row?.n === 0
}

function sum(units: readonly bigint[]): bigint {
  return units.reduce((all, one) => all + one, 0n)
}
