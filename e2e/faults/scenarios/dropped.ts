import { fillWithGas } from '@/e2e/faults/fill-with-gas'
import { firstChain, type Played, plan, type Stage, waitForStage } from '@/e2e/faults/scenario'
import { pauseMining, resumeMining } from '@/e2e/faults/stack/mining'
import { sendTransfers } from '@/e2e/faults/transfers'
import { playRounds, type Round } from './rounds'

/** The node's pool forgets some of what it accepted, or all of it, before any block came. */
export async function dropped(stage: Stage): Promise<Played> {
  const kinds = Array.from({ length: stage.rounds }, () => ['some', 'all'] as const).flat()
  return playRounds(
    stage,
    kinds.map((kind) => () => playOne(stage, kind)),
  )
}

async function playOne(stage: Stage, kind: 'some' | 'all'): Promise<Round> {
  const { world, api, random } = stage
  const chain = firstChain(stage)
  // Gas first, so that no transfer waits for a top-up that no block holds.
  const gasFirst = await fillWithGas(stage, chain, world.wallets)
  const transfers = plan(stage, { label: `dropped-${kind}`, native: 0.2 })
  const findings: string[] = []
  try {
    await pauseMining(chain)
    await sendTransfers(api, transfers, { spreadMs: 0, random })
    const out = { stages: ['broadcast'], count: Math.ceil(transfers.length / 2), timeoutMs: 60_000 }
    if (!(await waitForStage(world, transfers, out))) findings.push('they were not sent within 20 s')
    if (kind === 'all') await chain.ask('anvil_dropAllTransactions')
    else
      await dropSome(
        stage,
        transfers.map(({ key }) => key),
      )
  } finally {
    await resumeMining(chain)
  }
  return { name: `${kind} dropped`, transfers: [...gasFirst, ...transfers], healthyAt: Date.now(), findings }
}

async function dropSome(stage: Stage, keys: string[]): Promise<void> {
  const { ask } = firstChain(stage)
  const rows = await stage.world.sql<{ hash: string }[]>`
    select tx_hash as hash from transactions where idempotency_key = any(${keys}) and tx_hash is not null order by id`
  for (const { hash } of rows) if (stage.random.chance(0.4)) await ask('anvil_dropTransaction', hash)
}
