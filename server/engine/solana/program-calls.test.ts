import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import { inTenant } from '@/server/ctx'
import { CLUSTER_ID, rowOf, runEngine } from '@/server/testing/local-solana'
import { requireChain } from '@/server/testing/require-chain'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { createAccount, mintTo, setFrozen } from '@/server/tokens/solana/asset-instructions'
import { mintBytes, mintInstructions } from '@/server/tokens/solana/mint-instructions'
import { mintAddress, mintSeedOf } from '@/server/tokens/solana/prepare-mint'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { NO_REQUEST_NAME } from '@/server/transactions/intent-id'
import { prepareProgramCalls } from '@/server/transactions/prepare/prepare-program-calls'

let world: SolanaWorld
beforeAll(async () => {
  world = await openSolanaWorld()
})
afterAll(() => world.close())

type Wanted = { admin: string; to: string; type?: 'DEPLOY' | 'TOKEN_OPERATION' }

async function accept({ admin, to, type = 'TOKEN_OPERATION' }: Wanted, data: `0x${string}`): Promise<string> {
  const chain = await requireChain(CLUSTER_ID)
  const [intent] = await prepareProgramCalls(world.tenant, [{ type, chain, from: admin, to, data }])
  if (!intent) throw new Error('nothing was prepared')
  return (await inTenant(world.tenant, (ctx) => acceptTransaction(ctx, { ...intent, ...NO_REQUEST_NAME }))).id
}

async function newToken(admin: string, salt: string) {
  const seed = mintSeedOf(salt)
  const mint = mintAddress({ admin, seed })
  const named = { name: 'Acme', symbol: 'ACME' }
  const lamports = await rentExemptLamports(await requireChain(CLUSTER_ID), mintBytes(named))
  const data = encodeProgramCall(mintInstructions({ admin, seed, mint, ...named, decimals: 6, lamports }))
  return { mint, data, acting: { mint, programId: PROGRAMS.token2022, authority: admin } }
}

test('program calls are sent in order and paid by the platform', async () => {
  const admin = await world.business.newWallet()
  const { mint, data, acting } = await newToken(admin, `0x${'ab'.repeat(32)}`)
  const made = await accept({ admin, to: mint, type: 'DEPLOY' }, data)
  const before = await world.solana.balance(world.solana.feePayer)
  const minted = await accept({ admin, to: mint }, encodeProgramCall([mintTo(acting, { owner: admin, units: 500n })]))
  await runEngine()
  expect(await rowOf(made)).toMatchObject({ status: 'COMPLETED', error: null })
  expect(await rowOf(minted)).toMatchObject({ status: 'COMPLETED', error: null })
  const rows = [await rowOf(made), await rowOf(minted)]
  const paid = rows.reduce((sum, { feeWei }) => sum + (feeWei ?? 0n), 0n)
  expect(before - (await world.solana.balance(world.solana.feePayer))).toBe(paid)
  expect(await world.solana.balance(admin)).toBe(0n)

  const again = await newToken(admin, `0x${'ab'.repeat(32)}`)
  expect(again.mint).toBe(mint)
  const twice = await accept({ admin, to: mint, type: 'DEPLOY' }, again.data)
  expect(await rowOf(twice)).toMatchObject({ status: 'FAILED', txHash: null })
})

test('a call that fails on chain reports the reason of the token program', async () => {
  const admin = await world.business.newWallet()
  const { mint, data, acting } = await newToken(admin, `0x${'cd'.repeat(32)}`)
  await accept({ admin, to: mint, type: 'DEPLOY' }, data)
  const owner = someone()
  const opened = await accept(
    { admin, to: mint },
    encodeProgramCall([createAccount(acting, owner), setFrozen(acting, { owner, isFrozen: false })]),
  )
  const twice = await accept({ admin, to: mint }, encodeProgramCall([setFrozen(acting, { owner, isFrozen: false })]))
  await runEngine()
  expect((await rowOf(opened)).status).toBe('COMPLETED')
  expect(await rowOf(twice)).toMatchObject({ status: 'FAILED', txHash: null })
  expect((await rowOf(twice)).error).toContain('reverted with NotRegistered')
})
