import { z } from 'zod'
import { toBase58 } from './base58'
import type { Cluster } from './cluster'
import { toBase64 } from './encodings'
import type { InnerInstructions, Landed } from './landed'
import { parseInstruction } from './parse-instruction'
import { type Instruction, isWritable, type Message, readTransaction } from './read-transaction'
import { RpcError } from './rpc-error'

export const transactionEncoding = z.enum(['json', 'jsonParsed', 'base64', 'base58'])

export const transactionOptions = z.object({
  encoding: transactionEncoding.optional(),
  maxSupportedTransactionVersion: z.number().int().nonnegative().optional(),
})
type TransactionOptions = z.infer<typeof transactionOptions>

/**
 * Transaction and meta, as getTransaction and getBlock answer them. Throws -32015 for a version the caller does not
 * know.
 */
export function toTransactionView(cluster: Cluster, landed: Landed, options: TransactionOptions) {
  const { signatures, message } = readTransaction(landed.bytes)
  const { encoding = 'json', maxSupportedTransactionVersion: max } = options
  if (message.version !== 'legacy' && max === undefined) {
    throw new RpcError(
      -32015,
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    )
  }
  const isText = encoding === 'base64' || encoding === 'base58'
  const text = encoding === 'base64' ? toBase64(landed.bytes) : toBase58(landed.bytes)
  const shown = encoding === 'jsonParsed' ? toParsedMessage(cluster, message, landed) : toMessageView(message)
  return {
    transaction: isText ? [text, encoding] : { signatures, message: shown },
    meta: toMetaView(cluster, landed, encoding === 'jsonParsed'),
    ...(max !== undefined && { version: message.version }),
  }
}

function toMetaView(cluster: Cluster, landed: Landed, parsed: boolean) {
  const { error, inner, accounts } = landed
  return {
    err: error,
    status: error ? { Err: error } : { Ok: null },
    fee: landed.feeLamports,
    preBalances: landed.preBalances,
    postBalances: landed.postBalances,
    preTokenBalances: landed.preTokenBalances,
    postTokenBalances: landed.postTokenBalances,
    innerInstructions: parsed
      ? inner.map(({ index, instructions }) => ({
          index,
          instructions: instructions.map((instruction) =>
            parseInstruction(cluster, { instruction, accounts, stackHeight: instruction.stackHeight }),
          ),
        }))
      : toInnerView(inner),
    logMessages: landed.logs,
    rewards: [],
    computeUnitsConsumed: landed.units,
    ...(parsed ? {} : { loadedAddresses: landed.loaded }),
  }
}

export function toInnerView(inner: InnerInstructions[]) {
  return inner.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((instruction) => ({
      ...toInstructionView(instruction),
      stackHeight: instruction.stackHeight,
    })),
  }))
}

function toInstructionView({ programIdIndex, accounts, data }: Instruction) {
  return { programIdIndex, accounts, data: toBase58(data) }
}

function toMessageView(message: Message) {
  return {
    header: {
      numRequiredSignatures: message.signers,
      numReadonlySignedAccounts: message.readonlySigners,
      numReadonlyUnsignedAccounts: message.readonlyOthers,
    },
    accountKeys: message.keys,
    recentBlockhash: message.blockhash,
    instructions: message.instructions.map((instruction) => ({ ...toInstructionView(instruction), stackHeight: 1 })),
    ...toLookupsView(message),
  }
}

function toParsedMessage(cluster: Cluster, message: Message, { accounts, loaded }: Landed) {
  const loadedFrom = message.keys.length
  return {
    accountKeys: accounts.map((pubkey, index) => ({
      pubkey,
      signer: index < message.signers,
      writable: index < loadedFrom ? isWritable(message, index) : index < loadedFrom + loaded.writable.length,
      source: index < loadedFrom ? 'transaction' : 'lookupTable',
    })),
    recentBlockhash: message.blockhash,
    instructions: message.instructions.map((instruction) =>
      parseInstruction(cluster, { instruction, accounts, stackHeight: 1 }),
    ),
    ...toLookupsView(message),
  }
}

function toLookupsView({ version, lookups }: Message) {
  if (version === 'legacy') return {}
  return {
    addressTableLookups: lookups.map(({ table, writable, readonly }) => ({
      accountKey: table,
      writableIndexes: writable,
      readonlyIndexes: readonly,
    })),
  }
}
