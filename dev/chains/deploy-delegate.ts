import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, concat, createWalletClient, type Hex, http, padHex, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { z } from 'zod'
import { delegateAddress } from '@/server/chains/evm/delegate'

/** The deployer that chains and anvil have at this address: it takes a salt and the contract's creation code. */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const SALT = padHex('0x', { size: 32 })
const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk'

const artifactFile = z.object({
  bytecode: z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x')),
})

/** Puts the delegate contract of relayed wallets on a local chain, at the address it has everywhere; where it is, it only looks. */
export async function deployDelegate(input: { rpcUrl: string; artifacts: string }): Promise<Address> {
  // Neither the faucet's nonce nor that of the tokens' deployer may move.
  const account = mnemonicToAccount(ANVIL_MNEMONIC, { addressIndex: 8 })
  const client = createWalletClient({ account, transport: http(input.rpcUrl), pollingInterval: 100 }).extend(
    publicActions,
  )
  const address = delegateAddress()
  if (await client.getCode({ address })) return address
  const artifact = readFileSync(join(input.artifacts, 'SlipwayDelegate.json'), 'utf8')
  const { bytecode } = artifactFile.parse(JSON.parse(artifact))
  const data = concat([SALT, bytecode])
  const hash = await client.sendTransaction({ chain: null, to: CREATE2_DEPLOYER, data })
  await client.waitForTransactionReceipt({ hash })
  if (!(await client.getCode({ address }))) throw new Error(`the delegate contract is not at ${address}`)
  return address
}
