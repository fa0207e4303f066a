import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chains } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { assertHistories } from '@/server/engine/recovery/restore-histories.test-data'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { proofTimeout } from '@/server/testing/proof'
import { type Client, newClient } from './restored-claims.test-data'
import { judgeHistory } from './restored-judge.test-data'
import { HISTORIES, steps } from './restored-steps.test-data'
import { openRestoredWorld } from './restored-world.test-data'

const on = openRestoredWorld()

/** Whether the tokenAdmin's operations were relayed, as the chain says. */
async function isDelegated({ admin }: Client): Promise<boolean> {
  return (await on.world.chain.rpc.getCode({ address: admin }))?.startsWith('0xef0100') ?? false
}

test.each(['topup', 'delegation'] as const)(
  'after restores at any point coupons and principal are paid once, and each unit is in the books (%s)',
  { timeout: proofTimeout(600_000) },
  async (gasStrategy) => {
    await workerCtx()
      .db.update(chains)
      .set({ gasStrategy, delegateAddress: on.delegateAddress })
      .where(eq(chains.chainId, CHAIN_ID))
    forgetChains()
    let delegated = 0
    await assertHistories({ steps, histories: HISTORIES, drawn: 0, long: 60 }, async (played) => {
      await on.restores.begin()
      const client = await newClient(on.world)
      for (const one of played) await on.play(client, one)
      await judgeHistory(on, client)
      if (await isDelegated(client)) delegated += 1
    })
    expect(delegated > 0).toBe(gasStrategy === 'delegation')
  },
)
