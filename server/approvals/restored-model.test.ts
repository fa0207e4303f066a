import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chains } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { assertHistories } from '@/server/engine/recovery/restore-histories.test-data'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { proofTimeout } from '@/server/testing/proof'
import { HISTORIES, steps } from './restored-steps.test-data'
import { decide, expireDue, MAJOR, openRestoredWorld, rowsOf, send, type World } from './restored-world.test-data'

const on = openRestoredWorld()

/** No recipient is paid twice, or without an approval, or after a refusal. All that was approved is paid. */
async function judge(world: World): Promise<void> {
  await on.end(world)
  for (let turn = 0; turn < 2; turn += 1) {
    const known = new Set((await rowsOf(world)).map(({ transaction }) => transaction.toAddress))
    for (const claim of world.claims) if (!known.has(claim.to) && !claim.isRefused) await on.ask(world, claim)
    await expireDue(world)
    while (await decide(world, { do: 'approve', who: 0, nth: 0 }));
    await send()
    await on.restores.resolveHeld()
    await send()
  }
  const rows = await rowsOf(world)
  for (const claim of world.claims) {
    const own = rows.filter(({ transaction }) => transaction.toAddress === claim.to)
    const isPaid = claim.isApproved && !claim.isRefused
    expect(await on.local.tokenBalance(claim.to), JSON.stringify(claim)).toBe(isPaid ? MAJOR : 0n)
    expect(own.filter(({ transaction }) => transaction.status === 'PENDING')).toEqual([])
    expect(own.filter(({ approval }) => approval.status === 'pending')).toEqual([])
    expect(own.filter(({ transaction }) => transaction.status === 'COMPLETED')).toHaveLength(isPaid ? 1 : 0)
  }
}

/** Whether the wallet's transfers were relayed, as the chain says: a restored database may not know it. */
async function isDelegated({ from }: World): Promise<boolean> {
  const code = await on.local.rpc.getCode({ address: `0x${from.slice(2)}` })
  return code?.startsWith('0xef0100') ?? false
}

test.each(['topup', 'delegation'] as const)(
  'after restores at any point what a person approved is paid once, and nothing else (%s)',
  { timeout: proofTimeout(300_000) },
  async (gasStrategy) => {
    await workerCtx()
      .db.update(chains)
      .set({ gasStrategy, delegateAddress: on.delegateAddress })
      .where(eq(chains.chainId, CHAIN_ID))
    forgetChains()
    let delegated = 0
    await assertHistories({ steps, histories: HISTORIES, long: 100 }, async (played) => {
      const world = await on.newWorld()
      for (const one of played) await on.play(world, one)
      await judge(world)
      if (await isDelegated(world)) delegated += 1
    })
    expect(delegated > 0).toBe(gasStrategy === 'delegation')
  },
)
