import type { LiteSvm } from 'litesvm/dist/internal.js'

export type Machine = typeof import('litesvm/dist/internal.js')

/** Loads the native machine. Throws a readable error if there is no build for this platform. */
export async function loadMachine(): Promise<Machine> {
  try {
    return await import('litesvm/dist/internal.js')
  } catch {
    const platform = `${process.platform}-${process.arch}`
    throw new Error(
      `The local Solana cluster has no build for ${platform}: start with SLIPWAY_CHAINS=evm, or install with optional dependencies.`,
    )
  }
}

/**
 * A machine that has only the programs, or the state of a snapshot. Its own blockhash and duplicate checks are off,
 * because the checks of this package know slots.
 */
export function openSvm({ LiteSvm }: Machine, snapshot?: Uint8Array): LiteSvm {
  const svm = snapshot ? LiteSvm.fromBytes(snapshot) : new LiteSvm()
  svm.setBlockhashCheck(false)
  svm.setTransactionHistory(0n)
  if (!snapshot) svm.withNativeMints()
  return svm
}
