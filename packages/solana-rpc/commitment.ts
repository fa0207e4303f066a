import { z } from 'zod'
import { type Cluster, SLOTS_PER_EPOCH } from './cluster'
import { RpcError } from './rpc-error'

export const commitment = z.enum(['processed', 'confirmed', 'finalized'])
export type Commitment = z.infer<typeof commitment>

/** The last parameter of most methods. */
export const readOptions = z.object({
  commitment: commitment.optional(),
  minContextSlot: z.number().int().nonnegative().optional(),
})
type ReadOptions = z.infer<typeof readOptions>

/** The newest slot a commitment covers. */
export function slotAt({ slot, finalizedAfterSlots }: Cluster, level: Commitment): number {
  if (level === 'processed') return slot
  return level === 'confirmed' ? slot - 1 : slot - finalizedAfterSlots
}

export function commitmentOf(cluster: Cluster, slot: number): Commitment {
  if (slot <= slotAt(cluster, 'finalized')) return 'finalized'
  return slot <= slotAt(cluster, 'confirmed') ? 'confirmed' : 'processed'
}

/** The slot of a read; -32016 if the caller requires a later one. */
export function readSlot(cluster: Cluster, options: ReadOptions | null | undefined): number {
  const slot = slotAt(cluster, options?.commitment ?? 'finalized')
  if (options?.minContextSlot !== undefined && slot < options.minContextSlot) {
    throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot })
  }
  return slot
}

export function inContext<T>(slot: number, value: T) {
  return { context: { apiVersion: API_VERSION, slot }, value }
}

export function epochOf(slot: number): number {
  return Math.floor(slot / SLOTS_PER_EPOCH)
}

export const API_VERSION = '2.3.13'
