import { performance } from 'node:perf_hooks'
import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { transactions, wallets } from '@/db/schema'
import { percentile } from '@/e2e/percentile'
import { listChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { signer } from '@/server/engine/signing/signer'
import { openLanes } from '@/server/queue/open-lanes'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { startSigner } from '@/server/testing/start-signer'
import { transferRow } from '@/server/testing/transfer-row'
import { withDatabase } from './bench-database'

const SIZES = [1, 50]
const SAMPLES = 150
const WARM = 30

/** Prints how long orders of each size take, as JSON. `apart`: in a separate process. */
async function measure(): Promise<void> {
  const { db } = workerCtx()
  const chain = (await listChains()).find(
    ({ chainType, maxFeePerGasCap }) => chainType === 'EVM' && maxFeePerGasCap > 0n,
  )
  if (!chain) throw new Error('no chain')
  const tenant = await createTenant()
  const { address } = await newWallet(tenant)
  const [wallet] = await db.select().from(wallets).where(eq(wallets.address, address))
  if (!wallet) throw new Error('no wallet')
  const { chainId, network } = chain
  const lane = { walletId: wallet.id, fence: 0 }
  await openLanes(db, [{ businessId: tenant.businessId, chainId, walletId: wallet.id, address }])
  let firstNonce = 0
  const takeMs = async (size: number): Promise<number> => {
    const rows = Array.from({ length: size }, () => ({
      ...transferRow({ ...tenant, walletId: wallet.id, address }),
      ...{ id: newId(), laneWalletId: wallet.id, chainId, network },
    }))
    await db.insert(transactions).values(rows)
    const terms = { gasLimit: 21_000n, l1FeeUnits: 0n, callGas: null, accountNonce: null }
    const send = rows.map(({ id }) => ({ transactionId: id, ...terms }))
    const fees = { maxFeePerGas: chain.maxFeePerGasCap, maxPriorityFeePerGas: 1n }
    const order = { chainId, isTrial: false, orders: [{ lane, leases: [], firstNonce, ...fees, send }] }
    const startedAt = performance.now()
    const { stored } = await signer().signLanes(order)
    const took = performance.now() - startedAt
    if (stored.length !== size) throw new Error('not everything was signed')
    firstNonce += size
    return took
  }
  const figures: { size: number; p50: number }[] = []
  for (const size of SIZES) {
    for (let sample = 0; sample < WARM; sample++) await takeMs(size)
    const took: number[] = []
    for (let sample = 0; sample < SAMPLES; sample++) took.push(await takeMs(size))
    figures.push({ size, p50: percentile(took, 50) })
  }
  console.log(JSON.stringify(figures))
}

const isSeparate = process.argv[2] === 'apart'
await withDatabase(
  async (url) => {
    const running = isSeparate ? await startSigner(url) : null
    await measure()
    await running?.stop()
  },
  { hasSigner: isSeparate },
)
process.exit(0)
