import { z } from 'zod'
import { readResult } from '@/server/chains/rpc'
import { PROGRAMS } from './programs'
import { lamports } from './read-balance-changes'
import { inOrder, instructionsForm } from './transaction-form'

const parsedInstruction = z.object({ type: z.string(), info: z.unknown() })
const transferInfo = z.object({ source: z.string(), destination: z.string(), lamports })

/** Lamports that an instruction of the system program sends. */
type CoinTransfer = {
  /** The position of the instruction in the order in which the transaction ran. */
  ordinal: number
  from: string
  to: string
  units: bigint
}

/**
 * The plain transfers of coins in a successful transaction (in `jsonParsed` form), and the number of instructions that
 * ran in it. Transfers of lamports by other programs are not included, because the node does not parse them; balances
 * show them. Throws RpcUnavailableError if the node's response is malformed.
 */
export function readCoinTransfers(transactionJson: unknown): { transfers: CoinTransfer[]; instructionCount: number } {
  const { transaction, meta } = readResult(instructionsForm, transactionJson)
  const all = inOrder(transaction.message.instructions, meta.innerInstructions)
  const transfers = all.flatMap(({ programId, parsed }, ordinal): CoinTransfer[] => {
    if (programId !== PROGRAMS.system || parsed === undefined || parsed === null) return []
    const { type, info } = readResult(parsedInstruction, parsed)
    if (type !== 'transfer' && type !== 'transferWithSeed') return []
    const { source: from, destination: to, lamports: units } = readResult(transferInfo, info)
    return [{ ordinal, from, to, units }]
  })
  return { transfers, instructionCount: all.length }
}
