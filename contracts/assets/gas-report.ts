import type { Address, Hex, TransactionReceipt } from 'viem'
import { type AssetWorld, by, investor, newSalt, openAssetWorld } from '../testing/asset-world'
import { newYieldAsset } from '../testing/yield-asset'

const LINES = 100
/** The gas limit of one transaction on chains today (EIP-7825). */
const GAS = 16_777_216n

/** `npm run gas`: the gas of each operation with an asset on a local chain, for a hundred lines where it takes many. */
async function main(): Promise<void> {
  const world = await openAssetWorld()
  try {
    const rows = [...(await unitsOf(world)), ...(await payoutsOf(world))]
    for (const [what, gas] of rows) process.stdout.write(`${what.padEnd(52)}${gas.toLocaleString('en').padStart(12)}\n`)
  } finally {
    await world.close()
  }
}

type Row = [what: string, gas: bigint]

const most = (account: Address) => ({ ...by(account), gas: GAS })
const newWallets = (world: AssetWorld): Promise<Address[]> =>
  Promise.all(Array.from({ length: LINES }, world.newWallet))
const newInvestors = (): Hex[] => Array.from({ length: LINES }, newSalt)
const perLine = ({ gasUsed }: TransactionReceipt): bigint => gasUsed / BigInt(LINES)

async function unitsOf(world: AssetWorld): Promise<Row[]> {
  const rows: Row[] = []
  const factory = await world.client.getBlock({ blockNumber: 1n, includeTransactions: true })
  const hash = factory.transactions[0]?.hash
  if (!hash) throw new Error('the first block deploys no asset factory')
  rows.push(['deploy the factory (once a chain)', (await world.client.getTransactionReceipt({ hash })).gasUsed])
  for (const [kind, paymentToken] of [
    ['asset', undefined],
    ['yield-bearing', (await world.newPayment()).address],
  ] as const) {
    const params = await world.paramsOf(paymentToken ? { yieldBearing: true, paymentToken } : {})
    const created = await world.mined(world.factory.write.createAsset([params, newSalt()], by(await world.newWallet())))
    rows.push([`create (${kind})`, created.gasUsed])
    const limits = { maxHolders: 1_000n, maxPerInvestor: 10n ** 18n, lockUpSeconds: 86_400n }
    const { asset, admin, register, newHolder } = await world.newAsset({
      ...limits,
      ...(paymentToken && { paymentToken }),
    })
    const [one, two] = [await newHolder(), await newHolder()]
    const mint = () => world.mined(asset.write.mint([one, 100n], by(admin)))
    rows.push([`mint, first (${kind})`, (await mint()).gasUsed], [`mint, again (${kind})`, (await mint()).gasUsed])
    await world.pass(100_000n)
    const transfer = () => world.mined(asset.write.transfer([two, 10n], by(one)))
    rows.push(
      [`transfer, first (${kind})`, (await transfer()).gasUsed],
      [`transfer, again (${kind})`, (await transfer()).gasUsed],
    )
    const forced = await world.mined(asset.write.forcedTransfer([one, two, 10n], by(admin)))
    rows.push([`forced transfer (${kind})`, forced.gasUsed])
    rows.push([`burn (${kind})`, (await world.mined(asset.write.burn([one, 10n], by(admin)))).gasUsed])
    const wallets = await newWallets(world)
    rows.push([`register, each of ${LINES} (${kind})`, perLine(await register(wallets, newInvestors()))])
    const minted = await world.mined(
      asset.write.batchMint([wallets, wallets.map(() => 5n)], { ...most(admin), gas: 40_000_000n }),
    )
    rows.push([`batch mint with lock-up, each of ${LINES} (${kind})`, perLine(minted)])
  }
  return rows
}

async function payoutsOf(world: AssetWorld): Promise<Row[]> {
  const { asset, admin, register, record, fund, give } = await newYieldAsset(world)
  const wallets = await newWallets(world)
  await register(
    wallets,
    wallets.map((wallet) => investor(wallet.slice(2, 22))),
  )
  await world.mined(asset.write.batchMint([wallets, wallets.map(() => 5n)], { ...most(admin), gas: 40_000_000n }))
  const { receipt } = await record(1n, 3n, 2n)
  const rows: Row[] = [
    ['record a coupon', receipt.gasUsed],
    ['fund a coupon', (await fund(1n)).gasUsed],
  ]
  const paid = await world.mined(asset.write.payCoupon([1n, wallets], most(admin)))
  rows.push([`pay a coupon, each of ${LINES}`, perLine(paid)])
  rows.push(['return the rest of a coupon', (await world.mined(asset.write.returnRest([1n], by(admin)))).gasUsed])
  rows.push(['record the redemption', (await world.mined(asset.write.recordRedemption([1n, 1n], by(admin)))).gasUsed])
  await give(500n)
  await world.mined(asset.write.fundPayout([0n], by(admin)))
  rows.push([`redeem, each of ${LINES}`, perLine(await world.mined(asset.write.redeem([wallets], most(admin))))])
  return rows
}

await main()
