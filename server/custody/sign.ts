import { setImmediate } from 'node:timers/promises'
import type { Hex, TransactionSerializableEIP1559 } from 'viem'
import { type Address, bytesToHex, hexToBytes, keccak256, parseTransaction, serializeTransaction } from 'viem'
import type { WorkerCtx } from '@/server/ctx'
import type { EvmSigner } from './derive-keys'
import { openSeed } from './open-seed'

/** Every field is set by the caller: nothing about a transaction is decided or defaulted here. */
export type EvmTransaction = {
  chainId: number
  nonce: number
  /** Null deploys a contract. */
  to: Address | null
  value: bigint
  data: Hex
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

export type SignRequest = {
  walletId: string
  businessId: string
  seedId: string
  addressIndex: number
  /** The stored address of the wallet; another derived address stops the signature. */
  expectedAddress: string
  transaction: EvmTransaction
}

/** A pause for other work of the process after this many signatures (each takes about half a millisecond). */
const SIGNATURES_PER_TURN = 16

/** Signs EIP-1559 transactions, in order. Throws before signing if a wallet's address is not the derived one. */
export async function signEvmTransactions(
  ctx: Pick<WorkerCtx, 'db'>,
  requests: readonly SignRequest[],
): Promise<{ hash: Hex; raw: Uint8Array }[]> {
  const signed: { hash: Hex; raw: Uint8Array }[] = []
  for (const request of requests) {
    if (signed.length > 0 && signed.length % SIGNATURES_PER_TURN === 0) await setImmediate()
    const keys = await openSeed(ctx, request)
    const signer = keys.evm(request.addressIndex)
    if (signer.address !== request.expectedAddress) {
      throw new Error(`wallet ${request.walletId}: the derived address is not the stored one, nothing was signed`)
    }
    signed.push(signOne(signer, request))
  }
  return signed
}

function signOne(signer: EvmSigner, { walletId, transaction }: SignRequest): { hash: Hex; raw: Uint8Array } {
  const unsigned: TransactionSerializableEIP1559 = { type: 'eip1559', ...transaction }
  const signature = signer.sign(hexToBytes(keccak256(serializeTransaction(unsigned))))
  const serialized = serializeTransaction(unsigned, {
    yParity: signature[0] ?? 0,
    r: bytesToHex(signature.subarray(1, 33)),
    s: bytesToHex(signature.subarray(33, 65)),
  })
  if (!isIntended(serialized, transaction)) {
    throw new Error(`wallet ${walletId}: the signed transaction is not the requested one`)
  }
  const raw = hexToBytes(serialized)
  return { hash: keccak256(raw), raw }
}

/** Reads the signed bytes back, as a node would, and compares each field with the request. */
function isIntended(serialized: Hex, wanted: EvmTransaction): boolean {
  const read = parseTransaction(serialized)
  return (
    read.type === 'eip1559' &&
    read.chainId === wanted.chainId &&
    (read.nonce ?? 0) === wanted.nonce &&
    (read.to ?? '').toLowerCase() === (wanted.to ?? '').toLowerCase() &&
    (read.value ?? 0n) === wanted.value &&
    (read.data ?? '0x').toLowerCase() === wanted.data.toLowerCase() &&
    (read.gas ?? 0n) === wanted.gas &&
    (read.maxFeePerGas ?? 0n) === wanted.maxFeePerGas &&
    (read.maxPriorityFeePerGas ?? 0n) === wanted.maxPriorityFeePerGas &&
    (read.accessList?.length ?? 0) === 0
  )
}
