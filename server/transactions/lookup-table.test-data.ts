import { type AddressLookupTableAccount, AddressLookupTableProgram, type PublicKey } from '@solana/web3.js'
import { waitUntil } from '@/dev/wait-until'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import type { LocalSolana } from '@/server/testing/local-solana'

/** More slots than a block of the local cluster needs to be final. */
const FINAL_SLOTS = 40

/** A lookup table on the local cluster, final, with these addresses. */
export async function createLookupTable(
  solana: LocalSolana,
  addresses: PublicKey[],
): Promise<AddressLookupTableAccount> {
  const from = faucetKeypair().publicKey
  const authority = { payer: from, authority: from }
  await solana.control('advanceSlots', 1)
  const recentSlot = await solana.connection.getSlot('confirmed')
  const [create, table] = AddressLookupTableProgram.createLookupTable({ ...authority, recentSlot })
  await solana.run([
    create,
    AddressLookupTableProgram.extendLookupTable({ ...authority, lookupTable: table, addresses }),
  ])
  await solana.control('advanceSlots', FINAL_SLOTS)
  await waitUntil(async () => (await solana.connection.getAccountInfo(table, 'finalized')) !== null, {
    timeoutMs: 10_000,
    everyMs: 50,
  })
  const { value } = await solana.connection.getAddressLookupTable(table)
  if (!value) throw new Error('the table was not made')
  return value
}
