import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { chainCursors } from '@/db/schema'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { workerCtx } from '@/server/ctx'
import { loadQueue } from '@/server/engine/solana/load-queue'
import { orderTransfers } from '@/server/engine/solana/order-transfers'
import { planTransfers } from '@/server/engine/solana/plan-transfers'
import { readPlanFacts } from '@/server/engine/solana/read-plan-facts'
import { signOrdered } from '@/server/engine/solana/sign-transfers'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'
import { addLiar } from './add-liar'
import { CLUSTER_ID, rowOf } from './local-solana'
import type { Lie } from './lying-node'
import { requireChain } from './require-chain'
import { openSolanaWorld, type SolanaWorld } from './solana-world'

/** A Solana world, and what goes wrong in it. */
export function openSolanaFaultWorld() {
  let world: SolanaWorld
  const cleanUps: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    world = await openSolanaWorld()
  })
  // No fault, no liar and no lease stays.
  afterEach(async () => {
    await world.solana.control('dropTransactions', 0)
    for (const cleanUp of cleanUps.splice(0)) await cleanUp()
    await workerCtx().db.update(chainCursors).set({ leaseOwner: null, leaseUntil: null })
  })
  afterAll(() => world.close())
  return {
    get solana() {
      return world.solana
    },
    get tenant() {
      return world.tenant
    },
    get business() {
      return world.business
    },
    fundedWallet: () => world.fundedWallet(),
    /** Functions that undo a test's changes; those that the test leaves run after it. */
    cleanUps,
    /**
     * Another endpoint for one test, in front of the first: the reader, or only a witness. Returns how often it lied.
     */
    async addLiar(role: 'reader' | 'witness', lie: Lie): Promise<() => number> {
      const { lies, remove } = await addLiar({ rpcUrl: world.solana.rpcUrl, role, lie })
      cleanUps.push(remove)
      return lies
    },
  }
}

const ENGINE = { chainId: CLUSTER_ID, consumer: 'engine' } as const
/** Longer than a test takes on a busy machine: a lease that is to end is ended by the test. */
const LEASE_SECONDS = 600

/** Takes the engine's lease of the cluster; null while another owner has it. */
export function claimCluster(owner: string) {
  return claimCursor(workerCtx(), ENGINE, { owner, seconds: LEASE_SECONDS })
}

export function releaseCluster(owner: string) {
  return releaseCursor(workerCtx(), ENGINE, owner)
}

/** Waits for a row to come to a stage while a worker runs. */
export function stageOf(id: string) {
  return expect.poll(async () => (await rowOf(id)).stage, { interval: 20 })
}

/** Signs and stores what is queued as the engine does, and stops there, as a crash would. */
export async function storeWithoutSending() {
  const ctx = workerCtx()
  const chain = await requireChain(CLUSTER_ID)
  const lease = await claimCluster('crashed')
  const feePayer = await findFeePayer(ctx)
  if (!lease || !feePayer) throw new Error('not set up')
  const queue = await loadQueue(ctx, chain)
  const plan = planTransfers(queue, await readPlanFacts(ctx, chain, { queue, feePayer: feePayer.address }))
  const { order } = await orderTransfers(chain, { planned: plan.send, feePayer })
  const signed = order ? await signOrdered(ctx, order) : []
  return { chain, lease, signed, queue }
}

export const knowsNothing: Lie = ({ method, params }, truth) =>
  method === 'getSignatureStatuses' && Array.isArray(params) && Array.isArray(params[0])
    ? { result: { ...Object(truth.result), value: params[0].map(() => null) } }
    : undefined
