import { type Address, createWalletClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { erc20Abi } from '@/contracts/generated/erc20'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { stack } from './stack'

export const CHAIN_ID = 84532

/** Gives an address 100 of a token with six decimals from the local faucet. */
export function fundWallet(address: string, symbol: 'cNGN' | 'USDC' = 'cNGN'): Promise<string> {
  return send(symbol, { to: address, units: 100_000_000n })
}

/** An account outside of the platform, with 100 of a token and coins for its gas. */
export async function newOutsider(symbol: 'cNGN' | 'USDC' = 'cNGN') {
  const privateKey = generatePrivateKey()
  const { address } = privateKeyToAccount(privateKey)
  const { faucet } = facts(symbol)
  const hash = await faucet.sendTransaction({ chain: null, to: address, value: 10n ** 16n })
  await waitForReceipt(faucet, hash, { pollMs: 100 })
  await fundWallet(address, symbol)
  return { address, pay: (to: string, units: bigint) => send(symbol, { to, units, privateKey }) }
}

type Sent = { to: string; units: bigint; privateKey?: Hex }

/** Sends a token and waits for its block. Returns the token's address. */
async function send(symbol: 'cNGN' | 'USDC', { to, units, privateKey }: Sent): Promise<string> {
  const { token, faucet } = facts(symbol, privateKey)
  const hash = await faucet.writeContract({
    ...{ chain: null, address: hex(token.address), abi: erc20Abi, functionName: 'transfer' },
    args: [hex(to), units],
  })
  await waitForReceipt(faucet, hash, { pollMs: 100 })
  return token.address
}

/** The token, and a client of the faucet, or of the account with this key. */
function facts(symbol: 'cNGN' | 'USDC', privateKey?: Hex) {
  const chain = stack().evm.find((candidate) => candidate.chainId === CHAIN_ID)
  const token = chain?.tokens.find((candidate) => candidate.symbol === symbol)
  if (!chain || !token) throw new Error(`The stack has no chain ${CHAIN_ID} with ${symbol}.`)
  const account = privateKeyToAccount(privateKey ?? hex(chain.faucetPrivateKey))
  const faucet = createWalletClient({ account, transport: http(chain.rpcUrl) }).extend(publicActions)
  return { token, faucet }
}

/** Keys and addresses come from the stack's own file and API as plain text. */
function hex(text: string): Address {
  return text as Address
}
