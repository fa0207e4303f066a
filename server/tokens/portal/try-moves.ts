import type { z } from 'zod'
import type { Trial } from '@/schemas/tokens/operations/trial'
import type { Tenant } from '@/server/ctx'
import type { burnInput, mintOneInput, transferInput } from '@/server/tokens/operations/portal-contract'
import { tryOperation } from '@/server/tokens/operations/try-operation'
import { planMint } from '@/server/tokens/plans/plan-mint'
import { planBurn, planTransfer } from '@/server/tokens/plans/plan-move'
import { NO_WEBHOOK } from '@/server/tokens/plans/webhook-target'

/** Simulates a mint without opening it. Throws invalid, not_found, failed (state), unavailable. */
export async function tryMint(tenant: Tenant, input: z.output<typeof mintOneInput>): Promise<Trial> {
  return tryOperation(tenant, await planMint(tenant, { ...input, ...NO_WEBHOOK }))
}

/** Simulates a burn. */
export async function tryBurn(tenant: Tenant, input: z.output<typeof burnInput>): Promise<Trial> {
  return tryOperation(tenant, await planBurn(tenant, { ...input, ...NO_WEBHOOK }))
}

/** Simulates a transfer. */
export async function tryTransfer(tenant: Tenant, input: z.output<typeof transferInput>): Promise<Trial> {
  return tryOperation(tenant, await planTransfer(tenant, { ...input, ...NO_WEBHOOK }))
}
