import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { type Address, createWalletClient, erc20Abi, getAddress, http, parseUnits, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createAssociated, transferChecked } from '../chains/solana/token-instructions'
import type { StackFacts } from '../stack-file'
import { waitUntil } from '../wait-until'

export type FaucetChains = Pick<StackFacts, 'evm' | 'solana'>
export type Gift = { chainId: number; address: string; symbol: string; amount: string }

const LAMPORT_DECIMALS = 9
const MOST = 1_000_000n
const WAIT_MS = 30_000

/** What can be asked for, by chain; the native coin first. */
export function symbolsOf({ evm, solana }: FaucetChains): { chainId: number; symbols: string[] }[] {
  const names = (native: string, tokens: { symbol: string }[]) => [native, ...tokens.map(({ symbol }) => symbol)]
  return [
    ...evm.map(({ chainId, tokens }) => ({ chainId, symbols: names('ETH', tokens) })),
    ...solana.map(({ chainId, tokens }) => ({ chainId, symbols: names('SOL', tokens) })),
  ]
}

/** Sends coins or tokens of a local chain from its faucet and waits until they are there. Returns the hash. Throws a sentence for people. */
export async function fund(chains: FaucetChains, gift: Gift): Promise<string> {
  if (!/^(0|[1-9]\d*)(\.\d{1,18})?$/.test(gift.amount) || parseUnits(gift.amount, 18) <= 0n)
    throw new Error(`${gift.amount} is not an amount such as 100 or 0.5.`)
  if (parseUnits(gift.amount, 18) > MOST * 10n ** 18n) throw new Error(`The faucet gives at most ${MOST} at a time.`)
  const evm = chains.evm.find(({ chainId }) => chainId === gift.chainId)
  if (evm) return fundEvm(evm, gift)
  const cluster = chains.solana.find(({ chainId }) => chainId === gift.chainId)
  if (cluster) return fundSolana(cluster, gift)
  throw new Error(`Chain ${gift.chainId} has no faucet here.`)
}

async function fundEvm(chain: FaucetChains['evm'][number], { address, symbol, amount }: Gift): Promise<string> {
  const to = toAddress(address)
  const account = privateKeyToAccount(hex(chain.faucetPrivateKey))
  const faucet = createWalletClient({ account, transport: http(chain.rpcUrl) }).extend(publicActions)
  const token = symbol === 'ETH' ? null : requireToken(chain.tokens, symbol)
  const hash = token
    ? await faucet.writeContract({
        chain: null,
        address: hex(token.address),
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to, parseUnits(amount, token.decimals)],
      })
    : await faucet.sendTransaction({ chain: null, to, value: parseUnits(amount, 18) })
  const { status } = await faucet.waitForTransactionReceipt({ hash, pollingInterval: 100, timeout: WAIT_MS })
  if (status !== 'success') throw new Error(`The faucet's transaction ${hash} failed.`)
  return hash
}

async function fundSolana(cluster: FaucetChains['solana'][number], { address, symbol, amount }: Gift): Promise<string> {
  const owner = toPublicKey(address)
  const faucet = Keypair.fromSecretKey(Uint8Array.from(Buffer.from(cluster.faucetSecretKey, 'base64')))
  const instructions: TransactionInstruction[] = []
  if (symbol === 'SOL') {
    const lamports = parseUnits(amount, LAMPORT_DECIMALS)
    instructions.push(SystemProgram.transfer({ fromPubkey: faucet.publicKey, toPubkey: owner, lamports }))
  } else {
    const { decimals, ...known } = requireToken(cluster.tokens, symbol)
    const token = { mint: new PublicKey(known.address), programId: new PublicKey(known.programId), decimals }
    const units = parseUnits(amount, decimals)
    instructions.push(
      createAssociated(token, { payer: faucet.publicKey, owner }),
      transferChecked(token, { from: faucet.publicKey, to: owner, units }),
    )
  }
  const connection = new Connection(cluster.rpcUrl, 'confirmed')
  const latest = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: faucet.publicKey, ...latest }).add(...instructions)
  transaction.sign(faucet)
  const signature = await connection.sendRawTransaction(transaction.serialize())
  const isThere = await waitUntil(
    async () => {
      const { value } = await connection.getSignatureStatus(signature)
      if (value?.err) throw new Error(`The faucet's transaction ${signature} failed.`)
      return value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized'
    },
    { timeoutMs: WAIT_MS },
  )
  if (!isThere) throw new Error(`The faucet's transaction ${signature} is in no block yet.`)
  return signature
}

function requireToken<T extends { symbol: string }>(tokens: T[], symbol: string): T {
  const token = tokens.find((each) => each.symbol.toLowerCase() === symbol.toLowerCase())
  if (!token) throw new Error(`There is no ${symbol} on this chain.`)
  return token
}

function toAddress(text: string): Address {
  try {
    return getAddress(text)
  } catch {
    throw new Error(`${text} is not an address of this chain.`)
  }
}

function toPublicKey(text: string): PublicKey {
  try {
    return new PublicKey(text)
  } catch {
    throw new Error(`${text} is not an address of this chain.`)
  }
}

/** Keys and addresses of the stack's own file. */
function hex(text: string): Address {
  return text as Address
}
