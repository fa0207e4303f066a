import { type Address, createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { erc20Abi } from '@/contracts/generated/erc20'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { stack } from './stack'

export const CHAIN_ID = 84532

/** Gives an address 100 of a token with six decimals from the local faucet. */
export async function fundWallet(address: string, symbol: 'cNGN' | 'USDC' = 'cNGN'): Promise<string> {
  const chain = stack().evm.find((candidate) => candidate.chainId === CHAIN_ID)
  const token = chain?.tokens.find((candidate) => candidate.symbol === symbol)
  if (!chain || !token) throw new Error(`The stack has no chain ${CHAIN_ID} with ${symbol}.`)
  const faucet = createWalletClient({
    account: privateKeyToAccount(hex(chain.faucetPrivateKey)),
    transport: http(chain.rpcUrl),
  }).extend(publicActions)
  const hash = await faucet.writeContract({
    chain: null,
    address: hex(token.address),
    abi: erc20Abi,
    functionName: 'transfer',
    args: [hex(address), 100_000_000n],
  })
  await waitForReceipt(faucet, hash, { pollMs: 100 })
  return token.address
}

/** Keys and addresses come from the stack's own file and API as plain text. */
function hex(text: string): Address {
  return text as Address
}
