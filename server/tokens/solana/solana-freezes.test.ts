import { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { openSolanaTokenWorld, SOLANA_ASSET, type SolanaTokenWorld } from './solana-token-world.test-data'

const CLOSE_ACCOUNT = 9

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterAll(() => world.close())

async function setFrozen(tokenId: string, address: string, frozen: boolean): Promise<void> {
  const key = `${tokenId} ${frozen}`
  const answer = await world.client.patch(`/v1/tokens/${tokenId}/wallets/${address}`, { frozen }, key)
  expect((await world.ended(tokenId, answer)).status).toBe('COMPLETED')
}

async function remove(tokenId: string, address: string): Promise<void> {
  const answer = await world.client.delete(`/v1/tokens/${tokenId}/wallets`, { addresses: [address] }, `out ${address}`)
  expect((await world.ended(tokenId, answer)).status).toBe('COMPLETED')
}

test('a freeze outlives registering again, removing, and closing the account', async () => {
  const token = await world.active(SOLANA_ASSET)
  const holder = Keypair.generate()
  const owner = holder.publicKey.toBase58()
  const register = () => world.done(token.id, 'wallets', { address: owner, investorId: 'held back' })
  const isFrozen = async () => (await world.onChain(token.contractAddress, owner))?.isFrozen ?? null
  const mint = async () => (await world.ask(token.id, 'mint', { to: owner, amount: '1' })).refusal

  await register()
  await setFrozen(token.id, owner, true)
  await register()
  expect(await isFrozen()).toBe(true)
  await remove(token.id, owner)
  expect(await mint()).toBe('not_registered')
  await register()
  expect(await isFrozen()).toBe(true)
  expect(await mint()).toBe('frozen')

  // The program lets owners close an empty account, even a frozen one.
  const account = associatedAccount({ owner, mint: token.contractAddress, programId: PROGRAMS.token2022 })
  await world.solana.run([closeAccount(account, owner)], [holder])
  expect(await isFrozen()).toBe(null)
  await register()
  expect(await isFrozen()).toBe(true)
  expect(await mint()).toBe('frozen')

  await setFrozen(token.id, owner, false)
  await world.done(token.id, 'mint', { to: owner, amount: '1' })
  expect(await world.onChain(token.contractAddress, owner)).toEqual({ units: 1_000_000n, isFrozen: false })
})

function closeAccount(account: string, owner: string): TransactionInstruction {
  const to = new PublicKey(owner)
  return new TransactionInstruction({
    programId: new PublicKey(PROGRAMS.token2022),
    keys: [
      { pubkey: new PublicKey(account), isSigner: false, isWritable: true },
      { pubkey: to, isSigner: false, isWritable: true },
      { pubkey: to, isSigner: true, isWritable: false },
    ],
    data: Buffer.of(CLOSE_ACCOUNT),
  })
}
