import { setTimeout as pause } from 'node:timers/promises'
import { type Played, plan, type Stage, waitForStage } from '@/e2e/faults/scenario'
import { sendTransfers } from '@/e2e/faults/transfers'
import { playRounds, type Round } from './rounds'

const KINDS = ['calm', 'dropped', 'expired', 'behind', 'frozen'] as const
type Kind = (typeof KINDS)[number]

const FAULTY_MS = 3_000

/**
 * A Solana cluster that includes nothing, whose blockhashes run out, that is behind, that is silent. A round is each of
 * these.
 */
export async function solanaFaults(stage: Stage): Promise<Played> {
  const kinds = Array.from({ length: stage.rounds }, () => KINDS).flat()
  return playRounds(
    stage,
    kinds.map((kind) => () => playOne(stage, kind)),
  )
}

async function playOne(stage: Stage, kind: Kind): Promise<Round> {
  const { world, api, random, stack } = stage
  const { chainId } = stack.cluster
  const transfers = plan(stage, { label: `solana-${kind}`, chainId, isSolana: true, wallets: world.solanaWallets })
  const send = () => sendTransfers(api, transfers, { spreadMs: 1_000, random })
  await FAULTS[kind](stage, send, async () => {
    const out = { stages: ['broadcast'], count: 1, timeoutMs: 60_000 }
    await waitForStage(world, transfers, out)
  })
  return { name: kind, transfers, healthyAt: Date.now() }
}

type Fault = (stage: Stage, send: () => Promise<void>, untilSent: () => Promise<void>) => Promise<void>

const FAULTS: Record<Kind, Fault> = {
  calm: (_stage, send) => send(),
  dropped: async ({ stack: { cluster }, transfers }, send) => {
    await cluster.ask('litesvm_dropTransactions', Math.ceil(transfers / 2))
    await send()
    await pause(FAULTY_MS)
    await cluster.ask('litesvm_dropTransactions', 0)
  },
  expired: async ({ stack: { cluster } }, send, untilSent) => {
    await cluster.ask('litesvm_dropTransactions', 10_000)
    await send()
    await untilSent()
    await cluster.ask('litesvm_expireBlockhashes')
    await cluster.ask('litesvm_dropTransactions', 0)
  },
  behind: async ({ stack: { cluster } }, send) => {
    await cluster.ask('litesvm_setBehind', 100)
    await send()
    await pause(FAULTY_MS)
    await cluster.ask('litesvm_setBehind', null)
  },
  frozen: async ({ stack: { cluster } }, send) => {
    const sending = send()
    await pause(500)
    cluster.control.freeze()
    await pause(FAULTY_MS)
    cluster.control.thaw()
    await sending
  },
}
