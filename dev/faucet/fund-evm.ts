import { setTimeout as pause } from 'node:timers/promises'
import {
  type Address,
  BaseError,
  createWalletClient,
  formatEther,
  getAddress,
  HttpRequestError,
  http,
  InsufficientFundsError,
  isAddress,
  publicActions,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { erc20Abi } from '../../contracts/generated/erc20'
import type { FaucetChains, FundingRequest } from './funding-request'
import { unitsOf } from './units-of'

const ETH = { symbol: 'ETH', decimals: 18 }
const WAIT_MS = 30_000
const TRIES = 40
/** Matches the error of a node when another sender took the faucet's next nonce. */
const NONCE_TAKEN = /nonce too low|already (known|imported)|underpriced/i

type EvmChain = FaucetChains['evm'][number]

/** Sends ETH or a token of a local chain and waits for the block. Throws a sentence for people. */
export async function fundEvm(chain: EvmChain, { address, symbol, amount }: FundingRequest): Promise<string> {
  const to = toAddress(address)
  const account = privateKeyToAccount(hex(chain.faucetPrivateKey))
  const faucet = createWalletClient({ account, transport: http(chain.rpcUrl, { retryCount: 0 }) }).extend(publicActions)
  const token = chain.tokens.find((each) => each.symbol === symbol)
  const units = unitsOf(amount, token ?? ETH)
  const send = () =>
    token
      ? faucet.writeContract({
          chain: null,
          address: hex(token.address),
          abi: erc20Abi,
          functionName: 'transfer',
          args: [to, units],
        })
      : faucet.sendTransaction({ chain: null, to, value: units })
  try {
    for (let tries = 1; tries <= TRIES; tries++) {
      const hash = await send().catch(unlessNonceTaken)
      if (hash) {
        const receipt = await faucet.waitForTransactionReceipt({ hash, pollingInterval: 100, timeout: WAIT_MS })
        // Another sender's transaction may have replaced this one under its nonce.
        if (receipt.transactionHash === hash && receipt.status === 'success') return hash
        if (receipt.transactionHash === hash) throw new Error(`The faucet's transaction ${hash} failed.`)
      }
      await pause(50 + Math.random() * 100)
    }
    throw new Error(`Chain ${chain.chainId} is too busy: try again.`)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const left = hasCause(error, InsufficientFundsError) ? await faucet.getBalance(account) : null
    throw new Error(sentenceOf(error, chain, left), { cause: error })
  }
}

function unlessNonceTaken(error: unknown): null {
  if (error instanceof BaseError && NONCE_TAKEN.test(error.details)) return null
  throw error
}

function sentenceOf(error: BaseError, { chainId }: EvmChain, left: bigint | null): string {
  if (left !== null) return `The faucet has ${formatEther(left)} ETH left on chain ${chainId}: that is too little.`
  if (hasCause(error, HttpRequestError)) return `Chain ${chainId} does not answer.`
  if (hasCause(error, WaitForTransactionReceiptTimeoutError)) return `Chain ${chainId} has not made a block for it yet.`
  return `Chain ${chainId} refuses it: ${error.shortMessage.replaceAll(/\s+/g, ' ').replace(/\.$/, '')}.`
}

function hasCause(error: BaseError, kind: abstract new (...args: never[]) => Error): boolean {
  return error.walk((cause) => cause instanceof kind) !== null
}

function toAddress(text: string): Address {
  if (isAddress(text)) return getAddress(text)
  const reason = isAddress(text, { strict: false }) ? ': its checksum does not match' : ''
  throw new Error(`${text} is not an address of this chain${reason}.`)
}

/** Keys and addresses of the stack's own file. */
function hex(text: string): Address {
  return text as Address
}
