import { fromBase58 } from './base58'

export type AccountUse = { address: string; isSigner: boolean; isWritable: boolean }
export type Instruction = { program: string; accounts: AccountUse[]; data: Uint8Array }

type Draft = { payer: string; blockhash: string; instructions: readonly Instruction[] }

/**
 * Encodes a legacy message with the same bytes as the common libraries: accounts in the order of their first use,
 * signers first, and writable before read-only. Supports fewer than 128 accounts.
 */
export function encodeMessage({ payer, blockhash, instructions }: Draft): Uint8Array {
  const uses = new Map([[payer, { address: payer, isSigner: true, isWritable: true }]])
  for (const { program, accounts } of instructions) {
    for (const use of [{ address: program, isSigner: false, isWritable: false }, ...accounts]) {
      const merged = uses.get(use.address) ?? { ...use }
      merged.isSigner ||= use.isSigner
      merged.isWritable ||= use.isWritable
      uses.set(use.address, merged)
    }
  }
  const accountsWith = (isSigner: boolean, isWritable: boolean) =>
    [...uses.values()].filter((use) => use.isSigner === isSigner && use.isWritable === isWritable)
  const groups = [
    accountsWith(true, true),
    accountsWith(true, false),
    accountsWith(false, true),
    accountsWith(false, false),
  ] as const
  const keys = groups.flat().map(({ address }) => address)
  const indexOf = new Map(keys.map((address, index) => [address, index]))
  const header = [groups[0].length + groups[1].length, groups[1].length, groups[3].length, keys.length]
  const calls = instructions.flatMap(({ program, accounts, data }) => {
    const indices = [program, ...accounts.map(({ address }) => address)].map((address) => indexOf.get(address) ?? 0)
    return [Uint8Array.of(indices[0] ?? 0, accounts.length, ...indices.slice(1), ...compactLength(data.length)), data]
  })
  return Buffer.concat([
    Uint8Array.from(header),
    ...keys.map(fromBase58),
    fromBase58(blockhash),
    Uint8Array.of(instructions.length),
    ...calls,
  ])
}

/** Seven bits a byte, the lowest first; a byte that is not the last has its highest bit set. */
function compactLength(length: number): number[] {
  return length < 128 ? [length] : [(length & 127) | 128, ...compactLength(length >> 7)]
}
