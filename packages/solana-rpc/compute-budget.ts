import type { Message } from './read-transaction'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const LAMPORTS_PER_SIGNATURE = 5_000n
const UNITS_PER_INSTRUCTION = 200_000n
const UNITS_PER_BUILTIN = 3_000n
const MAX_UNITS = 1_400_000n
const BUILTINS = new Set([
  COMPUTE_BUDGET,
  '11111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
])

/** Price of a compute unit in micro-lamports, as the message sets it. */
export function computeUnitPrice(message: Message): bigint {
  return findSetting(message, 3, (data) => data.readBigUInt64LE(1)) ?? 0n
}

/** Signatures and priority, in lamports. */
export function feeOf(message: Message): bigint {
  const priority = computeUnitPrice(message) * computeUnitLimit(message)
  return LAMPORTS_PER_SIGNATURE * BigInt(message.signers) + (priority + 999_999n) / 1_000_000n
}

function computeUnitLimit(message: Message): bigint {
  const set = findSetting(message, 2, (data) => BigInt(data.readUInt32LE(1)))
  const usual = message.instructions.reduce((units, { programIdIndex }) => {
    const isBuiltin = BUILTINS.has(message.keys[programIdIndex] ?? '')
    return units + (isBuiltin ? UNITS_PER_BUILTIN : UNITS_PER_INSTRUCTION)
  }, 0n)
  const units = set ?? usual
  return units < MAX_UNITS ? units : MAX_UNITS
}

function findSetting({ instructions, keys }: Message, kind: number, read: (data: Buffer) => bigint): bigint | null {
  const bytes = kind === 3 ? 9 : 5
  const found = instructions.find(
    ({ programIdIndex, data }) => keys[programIdIndex] === COMPUTE_BUDGET && data[0] === kind && data.length >= bytes,
  )
  return found ? read(Buffer.from(found.data)) : null
}
