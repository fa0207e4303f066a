import type { Instruction } from './encode-message'
import { PROGRAMS } from './programs'
import type { MessageTerms } from './transfer'

const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3

/** The two instructions every message of the engine begins with. */
export function computeBudget({ computeUnits, microLamportsPerUnit }: MessageTerms): Instruction[] {
  return [
    { program: PROGRAMS.computeBudget, accounts: [], data: unitLimit(computeUnits) },
    { program: PROGRAMS.computeBudget, accounts: [], data: unitPrice(microLamportsPerUnit) },
  ]
}

function unitLimit(units: number): Buffer {
  const data = Buffer.alloc(5, SET_UNIT_LIMIT)
  data.writeUInt32LE(units, 1)
  return data
}

function unitPrice(microLamports: bigint): Buffer {
  const data = Buffer.alloc(9, SET_UNIT_PRICE)
  data.writeBigUInt64LE(microLamports, 1)
  return data
}
