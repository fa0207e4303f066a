import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import { associatedAddress, createAssociated, mintTo } from '@/packages/solana-rpc/token-instructions'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { someone } from '@/server/testing/solana-world'
import { openSolanaTokenWorld, type SolanaTokenWorld, solanaBond } from './solana-token-world.test-data'

const DAY_MS = 86_400_000
const PROGRAM = new PublicKey(PROGRAMS.token2022)
const [INITIALIZE_MINT, FREEZE, THAW, REALLOCATE, MEMO_TRANSFER] = [20, 10, 11, 29, 30]
const MEMO_EXTENSION = 8
const MINT_BYTES = 82

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => world.close())

const faucet = faucetKeypair()
const asked = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: false })
const written = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
const read = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
const call = (keys: TransactionInstruction['keys'], ...data: (number | Uint8Array)[]) =>
  new TransactionInstruction({
    programId: PROGRAM,
    keys,
    data: Buffer.concat(data.map((part) => (typeof part === 'number' ? Buffer.of(part) : part))),
  })

/** A Token-2022 payment token with two decimals and a freeze authority. */
async function makePaymentToken() {
  const mint = Keypair.generate()
  const token = { mint: mint.publicKey, programId: PROGRAM }
  const owner = faucet.publicKey.toBytes()
  const lamports = await world.solana.connection.getMinimumBalanceForRentExemption(MINT_BYTES)
  const make = { fromPubkey: faucet.publicKey, newAccountPubkey: mint.publicKey, space: MINT_BYTES, programId: PROGRAM }
  await world.solana.run(
    [
      SystemProgram.createAccount({ ...make, lamports }),
      call([written(mint.publicKey)], INITIALIZE_MINT, 2, owner, 1, owner),
    ],
    [mint],
  )
  const account = (holder: string) => associatedAddress(new PublicKey(holder), token)
  const open = (holder: string) => createAssociated(token, { payer: faucet.publicKey, owner: new PublicKey(holder) })
  return {
    address: mint.publicKey.toBase58(),
    open: (holder: string) => world.solana.run([open(holder)]),
    fund: (holder: string, units: bigint) =>
      world.solana.run([
        open(holder),
        mintTo(token, { authority: faucet.publicKey, owner: new PublicKey(holder), units }),
      ]),
    setFrozen: (holder: string, isFrozen: boolean) =>
      world.solana.run([
        call([written(account(holder)), read(mint.publicKey), asked(faucet.publicKey)], isFrozen ? FREEZE : THAW),
      ]),
    /** From then on every transfer to the holder needs a memo. */
    async askForMemo(holder: Keypair) {
      const own = account(holder.publicKey.toBase58())
      const payer = { pubkey: faucet.publicKey, isSigner: true, isWritable: true }
      const keys = [written(own), payer, read(SystemProgram.programId), asked(holder.publicKey)]
      const grow = call(keys, REALLOCATE, MEMO_EXTENSION, 0)
      await world.solana.run([grow, call([written(own), asked(holder.publicKey)], MEMO_TRANSFER, 0)], [holder])
    },
    balance: async (holder: string) => {
      const found = await world.solana.connection.getTokenAccountBalance(account(holder)).catch(() => null)
      return BigInt(found?.value.amount ?? 0)
    },
  }
}

const bondPaidIn = (paymentToken: string) => solanaBond('PAY', { gracePeriod: 0, paymentToken })

test('holders that cannot be paid delay no others, and holders at the record time are paid wherever their tokens went', async () => {
  const money = await makePaymentToken()
  const [plain, leaving, refused, particular] = [someone(), someone(), Keypair.generate(), Keypair.generate()]
  const holders = [plain, leaving, refused.publicKey.toBase58(), particular.publicKey.toBase58()]
  const bond = await world.active(bondPaidIn(money.address))
  const unowed = await world.active(bondPaidIn(money.address))
  await world.done(unowed.id, 'mint', { to: world.admin, amount: '10' })
  await world.done(bond.id, 'wallets', { wallets: holders.map((address, n) => ({ address, investorId: `${n}` })) })
  await world.done(bond.id, 'mint', { items: holders.map((to) => ({ to, amount: '10' })) })
  for (const holder of holders.slice(2)) await money.open(holder)
  await money.setFrozen(refused.publicKey.toBase58(), true)
  await money.askForMemo(particular)
  await money.fund(world.admin, 1_000_000n)

  const coupon = await world.firstCoupon(bond.id)
  await world.travelTo(`${coupon.payDate}T00:10:00Z`)
  await world.keptUntil(bond.id, 'RECORDED')
  await world.done(bond.id, 'transfer', { from: leaving, to: plain, amount: '10', forced: true })
  const left = await world.client.delete(`/v1/tokens/${bond.id}/wallets`, { addresses: [leaving] }, 'left')
  expect((await world.ended(bond.id, left)).status).toBe('COMPLETED')

  const { numerator, denominator } = coupon.dayCountFraction
  const owed = (10n * 10_000n * 12n * BigInt(numerator)) / (100n * BigInt(denominator))
  const pay = `yield/${coupon.couponId}/pay`
  const paid = await world.done(bond.id, pay)
  expect(paid.items?.flatMap(({ address, code }) => (code === null ? [] : [[address, code]]))).toEqual([
    [refused.publicKey.toBase58(), 'payment_refused'],
  ])
  const balances = () => Promise.all(holders.map((holder) => money.balance(holder)))
  expect(await balances()).toEqual([owed, owed, 0n, owed])
  expect((await world.firstCoupon(bond.id)).status).toBe('PAYING')

  await money.setFrozen(refused.publicKey.toBase58(), false)
  await world.done(bond.id, pay)
  expect(await balances()).toEqual([owed, owed, owed, owed])
  expect((await world.firstCoupon(bond.id)).status).toBe('PAID')

  // Only the tokenAdmin held the other token, so there is nothing to pay and no default.
  const { couponId } = await world.firstCoupon(unowed.id)
  expect((await world.ask(unowed.id, `yield/${couponId}/pay`)).refusal).toBe('coupon_done')
  vi.setSystemTime(Date.now() + DAY_MS)
  await world.client.signInAgain()
  await world.keptUntil(unowed.id, 'PAID')
  expect((await world.firstCoupon(unowed.id)).paidTotal).toBe('0')
})
