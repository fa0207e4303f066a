import { createHash } from 'node:crypto'
import { fromBase58, toBase58 } from './base58'
import type { Cluster } from './cluster'
import type { Message } from './read-transaction'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const ADVANCE_NONCE = 4
const AUTHORITY_AT = 8
const NONCE_AT = 40

/** The nonce account that keeps a message alive without a recent blockhash, or null. */
export function nonceAccountOf(cluster: Cluster, message: Message): string | null {
  const [first] = message.instructions
  if (!first || message.keys[first.programIdIndex] !== SYSTEM_PROGRAM || first.data.length < 4) return null
  if (Buffer.from(first.data).readUInt32LE(0) !== ADVANCE_NONCE) return null
  const address = message.keys[first.accounts[0] ?? message.keys.length]
  const account = address ? cluster.svm.getAccount(fromBase58(address)) : null
  if (!address || !account || toBase58(account.owner()) !== SYSTEM_PROGRAM) return null
  const data = account.data()
  if (data.length < 80 || data[0] !== 1 || data[4] !== 1) return null
  if (toBase58(data.slice(NONCE_AT, NONCE_AT + 32)) !== message.blockhash) return null
  const authority = toBase58(data.slice(AUTHORITY_AT, AUTHORITY_AT + 32))
  return message.keys.slice(0, message.signers).includes(authority) ? address : null
}

/** A failed transaction uses its nonce up too; the machine rolls that back with everything else. */
export function advanceAfterFailure({ svm, machine }: Cluster, address: string): void {
  const account = svm.getAccount(fromBase58(address))
  if (!account) return
  const data = Uint8Array.from(account.data())
  const next = createHash('sha256').update('DURABLE_NONCE').update(fromBase58(svm.latestBlockhash())).digest()
  data.set(next, NONCE_AT)
  const changed = new machine.Account(
    account.lamports(),
    data,
    account.owner(),
    account.executable(),
    account.rentEpoch(),
  )
  svm.setAccount(fromBase58(address), changed)
}
