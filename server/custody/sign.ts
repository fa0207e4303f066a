import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Hex, parseTransaction } from 'viem'
import type { Operation } from '@/server/chains/evm/operation'
import { operationDigest } from '@/server/chains/evm/operation-digest'
import type { WorkerCtx } from '@/server/ctx'
import type { EvmSigner } from './derive-keys'
import { encodeEvm } from './encode-evm'
import type { EvmTransaction } from './evm-transaction'
import { type SignerKey, signEach } from './sign-each'

export type { EvmTransaction } from './evm-transaction'

export type SignRequest = SignerKey & { transaction: EvmTransaction }

/**
 * Signs transactions (EIP-1559, EIP-7702), in order. Throws before signing if a wallet's address is not the derived
 * one.
 */
export async function signEvmTransactions(
  ctx: Pick<WorkerCtx, 'db'>,
  requests: readonly SignRequest[],
): Promise<{ hash: Hex; raw: Uint8Array }[]> {
  return signEach(ctx, requests, signOne)
}

function signOne(signer: EvmSigner, { walletId, transaction }: SignRequest): { hash: Hex; raw: Uint8Array } {
  const raw = encodeEvm(transaction, signer.sign(keccak_256(encodeEvm(transaction))))
  if (!isIntended(raw, transaction)) {
    throw new Error(`wallet ${walletId}: the signed transaction is not the requested one`)
  }
  return { hash: `0x${Buffer.from(keccak_256(raw)).toString('hex')}`, raw }
}

/** Reads the signed bytes back, as a node would and with another's code, and compares each field with the request. */
function isIntended(raw: Buffer, intended: EvmTransaction): boolean {
  const read = parseTransaction(`0x${raw.toString('hex')}`)
  return (
    (read.type === 'eip1559' ? !intended.authorizations : read.type === 'eip7702') &&
    read.chainId === intended.chainId &&
    (read.nonce ?? 0) === intended.nonce &&
    (read.to ?? '').toLowerCase() === (intended.to ?? '').toLowerCase() &&
    (read.value ?? 0n) === intended.value &&
    (read.data ?? '0x').toLowerCase() === intended.data.toLowerCase() &&
    (read.gas ?? 0n) === intended.gas &&
    (read.maxFeePerGas ?? 0n) === intended.maxFeePerGas &&
    (read.maxPriorityFeePerGas ?? 0n) === intended.maxPriorityFeePerGas &&
    (read.accessList?.length ?? 0) === 0 &&
    areIntended(read.type === 'eip7702' ? (read.authorizationList ?? []) : [], intended)
  )
}

type ReadAuthorization = { address?: string; chainId: number; nonce: number; yParity?: number; r?: Hex; s?: Hex }

function areIntended(read: readonly ReadAuthorization[], { authorizations = [] }: EvmTransaction): boolean {
  return (
    read.length === authorizations.length &&
    authorizations.every((intended, index) => {
      const got = read[index]
      return (
        got?.address?.toLowerCase() === intended.delegate.toLowerCase() &&
        got.chainId === intended.chainId &&
        got.nonce === intended.nonce &&
        (got.yParity ?? 0) === intended.yParity &&
        BigInt(got.r ?? 0) === BigInt(intended.r) &&
        BigInt(got.s ?? 0) === BigInt(intended.s)
      )
    })
  )
}

type OperationRequest = SignerKey & { operation: Operation }

/**
 * Signs operations of delegated wallets, in order: r, s, v (65 bytes) as the delegate reads them. The digest is made
 * here, from the operation's own fields. Throws, before signing, if an operation is another wallet's or an address is
 * not the derived one.
 */
export async function signOperations(
  ctx: Pick<WorkerCtx, 'db'>,
  requests: readonly OperationRequest[],
): Promise<Uint8Array[]> {
  return signEach(ctx, requests, (signer, { walletId, operation }) => {
    if (operation.wallet.toLowerCase() !== signer.address.toLowerCase()) {
      throw new Error(`wallet ${walletId}: the operation is another wallet's, nothing was signed`)
    }
    const [parity = 0, ...scalars] = signer.sign(operationDigest(operation))
    return Uint8Array.of(...scalars, 27 + parity)
  })
}
