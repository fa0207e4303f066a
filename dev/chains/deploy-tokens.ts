import { type Address, createWalletClient, getContractAddress, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { standInTokenAbi, standInTokenBytecode } from '@/contracts/generated/stand-in-token'
import { TOKEN_DEPLOYER } from './deployers'
import { waitForReceipt } from './wait-for-receipt'

export type LocalToken = { symbol: string; address: Address; decimals: number }

/** Anvil's first default account: public knowledge, worth nothing anywhere else. */
export const FAUCET_PRIVATE_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

const DECIMALS = 6
const FAUCET_SUPPLY = 10n ** 15n * 10n ** BigInt(DECIMALS)

// In this order: the address follows from deployer and nonce, so it is the same on every machine.
const TOKENS = [
  { symbol: 'cNGN', name: 'cNGN (local stand-in)' },
  { symbol: 'USDC', name: 'USD Coin (local stand-in)' },
] as const

/**
 * Deploys the stand-in tokens on a local chain and gives the faucet their supply. Does nothing if they are deployed.
 */
export async function deployTokens(input: { rpcUrl: string }): Promise<LocalToken[]> {
  const faucet = privateKeyToAccount(FAUCET_PRIVATE_KEY)
  const client = createWalletClient({
    account: TOKEN_DEPLOYER,
    transport: http(input.rpcUrl),
    pollingInterval: 100,
  }).extend(publicActions)
  const tokens: LocalToken[] = []
  for (const [index, { symbol, name }] of TOKENS.entries()) {
    const nonce = index * 2
    const address = addressAt(TOKEN_DEPLOYER, nonce)
    if (!(await client.getCode({ address }))) {
      const deployed = await client.deployContract({
        chain: null,
        abi: standInTokenAbi,
        bytecode: standInTokenBytecode,
        args: [name, symbol, TOKEN_DEPLOYER],
        nonce,
      })
      await waitForReceipt(client, deployed)
    }
    if ((await client.getTransactionCount({ address: TOKEN_DEPLOYER })) === nonce + 1) {
      const minted = await client.writeContract({
        chain: null,
        address,
        abi: standInTokenAbi,
        functionName: 'mint',
        args: [faucet.address, FAUCET_SUPPLY],
        nonce: nonce + 1,
      })
      await waitForReceipt(client, minted)
    }
    tokens.push({ symbol, address, decimals: DECIMALS })
  }
  return tokens
}

function addressAt(from: Address, nonce: number): Address {
  return getContractAddress({ from, nonce: BigInt(nonce) })
}
