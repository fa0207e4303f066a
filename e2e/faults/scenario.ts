import { setTimeout as pause } from 'node:timers/promises'
import type { ApiClient } from '@/e2e/api-client'
import type { World } from './check/world'
import { patience } from './patience'
import type { Random } from './random'
import type { FaultChain } from './stack/fault-chain'
import type { FaultStack } from './stack/fault-stack'
import { planTransfers, type Transfer, type TransferPlan } from './transfers'

export type Stage = {
  stack: FaultStack
  world: World
  api: ApiClient
  random: Random
  rounds: number
  /** Per round. */
  transfers: number
  /** No further round begins when this is over. */
  isLate: () => boolean
  say: (text: string) => void
}

export type Played = {
  transfers: Transfer[]
  /** From the last fault being over until nothing was pending, one a round. */
  recoveryMs: number[]
  /** The faults that the scenario itself saw. */
  findings: string[]
  /**
   * The database is older than what chains show: what the platform sent for itself has no row, and the stack ends with
   * the scenario.
   */
  isRestored?: true
  /** Its processes are not what other scenarios expect: the stack ends with the scenario. */
  isSpent?: true
}

export type Scenario = (stage: Stage) => Promise<Played>

const ENDED_WITHIN_MS = 90_000
// A delivery that died with its process is due again when its lease of half a minute is over.
const DELIVERED_WITHIN_MS = 75_000

/** The chain a scenario breaks when it breaks one. */
export function firstChain({ stack }: Stage): FaultChain {
  const [chain] = stack.chains
  if (!chain) throw new Error('the stack has no chain')
  return chain
}

let planned = 0

/**
 * Transfers between the run's wallets with this stage's receiver and numbers; `plan` says what is special about them.
 */
export function plan(stage: Stage, special: Partial<TransferPlan> & { label: string }): Transfer[] {
  const { world, random } = stage
  return planTransfers({
    count: stage.transfers,
    chainId: firstChain(stage).chainId,
    wallets: world.wallets,
    webhookUrl: world.receiver.url,
    random,
    ...special,
    label: `${special.label}-${++planned}-${random.between(0, 999_999_999)}`,
  })
}

/** Waits until no transaction is pending, and answers when that was seen; null when it took too long. */
export async function waitUntilIdle({ sql }: World, timeoutMs = ENDED_WITHIN_MS): Promise<number | null> {
  return waitForNone(timeoutMs, async () => {
    const [row] = await sql<{ open: number }[]>`select count(*)::int as open from transactions where status = 'PENDING'`
    return row?.open ?? 0
  })
}

/** Waits until `count` of these transfers are in one of the stages; false when it took too long. */
export async function waitForStage(
  { sql }: World,
  transfers: readonly Transfer[],
  { stages, count, timeoutMs }: { stages: readonly string[]; count: number; timeoutMs: number },
): Promise<boolean> {
  const keys = transfers.map(({ key }) => key)
  const reached = await waitForNone(timeoutMs, async () => {
    const [row] = await sql<{ there: number }[]>`
      select count(*)::int as there from transactions where idempotency_key = any(${keys}) and stage = any(${[...stages]})`
    return Math.max(0, count - (row?.there ?? 0))
  })
  return reached !== null
}

export async function waitForDeliveries({ sql }: World): Promise<number | null> {
  return waitForNone(DELIVERED_WITHIN_MS, async () => {
    const [row] = await sql<
      { open: number }[]
    >`select count(*)::int as open from webhook_messages where status = 'pending'`
    return row?.open ?? 0
  })
}

/** Waits until a count is 0, and answers when that was seen; null when it took too long. */
export async function waitForNone(timeoutMs: number, count: () => Promise<number>): Promise<number | null> {
  const startedAt = Date.now()
  while (Date.now() < startedAt + patience(timeoutMs)) {
    const open = await count().catch(() => 1)
    if (open === 0) return Date.now()
    await pause(40)
  }
  return null
}
