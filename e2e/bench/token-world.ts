import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { type Address, type Hex, pad, toHex } from 'viem'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { operationView } from '@/schemas/tokens/operations/contract'
import { assetFactoryAddress } from '@/server/chains/evm/asset-factory'
import { workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { CHAIN_ID } from '@/server/testing/local-chain'
import type { Answer } from '@/server/testing/wallet-client'
import { type AssetParams, encodeCreate, encodePredict } from '@/server/tokens/issue/asset-params'
import { advanceOperations } from '@/server/tokens/operations/advance-operations'
import { openTokenWorld, type TokenWorld } from '@/server/tokens/token-world.test-data'
import { withDatabase } from './bench-database'

const POLL_MS = 50

/** A business that issues tokens on a new chain, without rate limits, for one benchmark. */
export async function withTokenWorld(work: (world: TokenWorld, sql: postgres.Sql) => Promise<void>): Promise<void> {
  await withDatabase(async () => {
    const world = await openTokenWorld()
    const sql = postgres(world.database.url, { max: 1, onnotice: () => {} })
    try {
      await sql`update plans set sponsored_daily_micros = 1e15, rate_limits = '{"readPerMinute": 10000000, "writePerMinute": 10000000}'`
      await work(world, sql)
    } finally {
      await sql.end()
      await world.close()
    }
  })
}

/** Runs all workers beside each other until these operations have ended; throws if one failed. */
export async function untilDone(world: TokenWorld, sql: postgres.Sql, answers: readonly Answer[]): Promise<void> {
  const ids = answers.map(({ code, message, data }) => {
    if (code !== 202) throw new Error(`${code} ${message}`)
    return operationView.parse(data).operationRef
  })
  let isOver = false
  const again = async (job: () => Promise<unknown>) => {
    while (!isOver) {
      await job()
      await wait(POLL_MS)
    }
  }
  const poll = async () => {
    const rows = await sql<
      { status: string; error: string }[]
    >`select status, error from token_operations where id = any(${ids}::uuid[])`
    const failed = rows.find(({ status }) => status === 'FAILED')
    isOver = failed !== undefined || rows.every(({ status }) => status === 'COMPLETED')
    if (failed) throw new Error(failed.error)
  }
  const jobs = [
    () => runEvmEngine(workerCtx(), CHAIN_ID),
    () => world.follow(),
    () => advanceOperations(workerCtx()),
    poll,
  ]
  await Promise.all(jobs.map(again))
}

/** Addresses of nobody. */
export function addressesOf(count: number): Address[] {
  return Array.from({ length: count }, (_, n) => toHex(0xabcdef00n * 2n ** 96n + BigInt(n), { size: 20 }))
}

export type Bare = Awaited<ReturnType<typeof openBare>>

/** The limit: viem and one key that signs, numbers and sends. The token it is the admin of is the factory's too. */
export async function openBare({ chain, payment }: TokenWorld) {
  const { rpc } = chain
  const admin = rpc.account.address
  const params: AssetParams = {
    name: 'Bare',
    symbol: 'BARE',
    decimals: 6,
    admin,
    maxHolders: 0n,
    maxPerInvestor: 0n,
    lockUpSeconds: 0n,
    yieldBearing: true,
    paymentToken: payment,
  }
  const factory = assetFactoryAddress()
  const salt = pad('0x01', { size: 32 })
  const { data = '0x' } = await rpc.call({ to: factory, data: encodePredict(params, salt) })
  const token: Hex = `0x${data.slice(-40)}`

  /** Sends all in their order, then waits for their blocks. Returns the gas of all. */
  async function send(to: Address, calls: readonly Hex[]): Promise<bigint> {
    let nonce = await rpc.getTransactionCount({ address: admin })
    const hashes: Hex[] = []
    for (const call of calls)
      hashes.push(await rpc.sendTransaction({ chain: null, to, data: call, nonce: nonce++, gas: 25_000_000n }))
    let gas = 0n
    for (const hash of hashes) {
      const receipt = await waitForReceipt(rpc, hash, { pollMs: POLL_MS, waitMs: 300_000 })
      if (receipt.status !== 'success') throw new Error(`${hash} failed`)
      gas += receipt.gasUsed
    }
    return gas
  }
  await send(factory, [encodeCreate(params, salt)])
  return { token, send }
}
