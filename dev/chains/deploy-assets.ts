import { type Address, createWalletClient, http, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { assetFactoryAddress } from '@/server/chains/evm/asset-factory'
import { assetFactoryDeployment } from '@/server/chains/evm/asset-factory-code'
import { CREATE2_DEPLOYER } from '@/server/chains/evm/delegate-code'
import { waitForReceipt } from './wait-for-receipt'

const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk'

/**
 * Puts the factory of tokenized assets on a local chain, at the address it has everywhere; where it is, it only looks.
 */
export async function deployAssetFactory(input: { rpcUrl: string }): Promise<Address> {
  // The delegate's deployer: neither the faucet's nonce nor that of the tokens' deployer may move.
  const account = mnemonicToAccount(ANVIL_MNEMONIC, { addressIndex: 8 })
  const client = createWalletClient({ account, transport: http(input.rpcUrl), pollingInterval: 100 }).extend(
    publicActions,
  )
  const address = assetFactoryAddress()
  if (await client.getCode({ address })) return address
  const hash = await client.sendTransaction({ chain: null, to: CREATE2_DEPLOYER, data: assetFactoryDeployment() })
  await waitForReceipt(client, hash)
  if (!(await client.getCode({ address }))) throw new Error(`the asset factory is not at ${address}`)
  return address
}
