import { createRequire } from 'node:module'
import { eq } from 'drizzle-orm'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { chainTokens, priceSources, rpcEndpoints, wallets } from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, inTenantReading, workerCtx } from '@/server/ctx'
import { findPrice } from '@/server/prices/find-price'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createWallets } from '../create-wallets'
import { type WalletBalances, walletBalancesView } from './contract'
import { listWorth } from './list-worth'

const PATH = '/v1/wallet/hd/address-index/0/balances'
const MULTICALL: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
const NOBODY = '0x00000000000000000000000000000000000000AB'

openDatabase()
let chain: LocalChain
let client: WalletClient
let address: Hex

beforeAll(async () => {
  chain = await startLocalChain()
  client = await walletClient()
  const [wallet] = await inTenant(client.tenant, (ctx) =>
    createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }),
  )
  address = wallet?.address as Hex
  await workerCtx()
    .db.insert(priceSources)
    .values({ symbol: 'ETH', source: 'fixed', fixedE8: 2_000n * 10n ** 8n })
    .onConflictDoUpdate({ target: priceSources.symbol, set: { source: 'fixed', fixedE8: 2_000n * 10n ** 8n } })
  await chain.test.setBalance({ address, value: parseEther('1.5') })
  await chain.fundToken(address, 2_500_000n)
})
afterAll(() => chain.stop())

beforeEach(() => {
  oncePerProcess('holdings', () => new Map()).clear()
  oncePerProcess('multicall', () => new Map()).clear()
  forgetChains()
})

async function balances(): Promise<WalletBalances> {
  const { code, data } = await client.get(PATH)
  expect(code).toBe(200)
  return walletBalancesView.parse(data)
}
const held = ({ chains }: WalletBalances) =>
  chains.flatMap(({ assets }) => assets.map(({ symbol, amount, units }) => [symbol, amount, units]))

async function worthOfAll() {
  const rows = await workerCtx().db.select().from(wallets).where(eq(wallets.address, address))
  return inTenantReading(client.tenant, (ctx) =>
    listWorth(
      ctx,
      rows.map(({ id }) => id),
    ),
  )
}

async function deployMulticall(): Promise<void> {
  const load = createRequire(import.meta.url)
  const { multicall3Bytecode }: { multicall3Bytecode: Hex } = load(
    '../../../node_modules/viem/_cjs/constants/contracts.js',
  )
  const hash = await chain.rpc.deployContract({ abi: [], bytecode: multicall3Bytecode, chain: null })
  const { contractAddress } = await waitForReceipt(chain.rpc, hash)
  const code = await chain.rpc.getCode({ address: contractAddress ?? '0x' })
  await chain.test.setCode({ address: MULTICALL, bytecode: code ?? '0x' })
}

test('a wallet’s coins and known tokens are told exactly, for the block they were read at', async () => {
  const before = await chain.rpc.getBlockNumber()
  const found = await balances()
  expect(found).toMatchObject({ address, unavailable: [], chains: [{ chainId: CHAIN_ID, network: 'TESTNET' }] })
  expect(found.chains[0]?.blockNumber).toBeGreaterThanOrEqual(Number(before))
  const price = await findPrice('cNGN')
  expect(found.chains[0]?.assets.slice(0, 2)).toEqual([
    {
      symbol: 'ETH',
      tokenAddress: null,
      decimals: 18,
      amount: '1.5',
      units: '1500000000000000000',
      valueUsd: '3000.00',
    },
    expect.objectContaining({
      symbol: 'cNGN',
      tokenAddress: chain.cngn.address,
      decimals: 6,
      amount: '2.5',
      units: '2500000',
    }),
  ])
  expect(found.chains[0]?.assets[1]?.valueUsd === null).toBe(price === null)
})

test('by one call of a multicall contract they are the same', async () => {
  const byBatch = await balances()
  await deployMulticall()
  oncePerProcess('holdings', () => new Map()).clear()
  oncePerProcess('multicall', () => new Map()).clear()
  const byCall = await balances()
  expect(held(byCall)).toEqual(held(byBatch))
  await chain.fundToken(address, 1n)
  oncePerProcess('holdings', () => new Map()).clear()
  expect(held(await balances())[1]).toEqual(['cNGN', '2.500001', '2500001'])
})

test.each([true, false])(
  'a token whose contract does not answer is missing, and said to be so (multicall: %s)',
  async (has) => {
    if (!has) await chain.test.setCode({ address: MULTICALL, bytecode: '0x' })
    const row = { chainId: CHAIN_ID, symbol: 'GONE', address: NOBODY, decimals: 18 }
    await workerCtx().db.insert(chainTokens).values(row)
    forgetChains()
    const found = await balances()
    await workerCtx().db.delete(chainTokens).where(eq(chainTokens.symbol, 'GONE'))
    expect(found.unavailable).toEqual([{ chainId: CHAIN_ID, network: 'TESTNET', tokenAddress: NOBODY }])
    expect(held(found).map(([symbol]) => symbol)).toEqual(expect.not.arrayContaining(['GONE']))
    expect(held(found)).not.toEqual([])
  },
)

test('a list says what a wallet is worth, and apart what lies on a test network', async () => {
  const [worth] = await worthOfAll()
  expect(worth).toMatchObject({ valueUsd: '0.00', isPartial: false })
  expect(Number(worth?.testnetUsd)).toBeGreaterThanOrEqual(3_000)
  expect(await worthOfAll()).toEqual([worth])
})

test('a chain that does not answer is named, never shown as empty', async () => {
  await addRpcEndpoint(1, 'http://127.0.0.1:1')
  forgetChains()
  const found = await balances()
  const [worth] = await worthOfAll()
  await workerCtx().db.delete(rpcEndpoints).where(eq(rpcEndpoints.chainId, 1))
  expect(found.unavailable).toEqual([{ chainId: 1, network: 'MAINNET', tokenAddress: null }])
  expect(found.chains.map(({ chainId }) => chainId)).toEqual([CHAIN_ID])
  expect(worth?.isPartial).toBe(true)
})
