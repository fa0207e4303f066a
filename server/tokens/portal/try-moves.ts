import type { z } from 'zod'
import type { Tenant } from '@/server/ctx'
import type { burnInput, mintOneInput, transferInput } from '../operations/portal-contract'
import type { Trial } from '../operations/trial'
import { tryOperation } from '../operations/try-operation'
import { planMint } from '../plans/plan-mint'
import { planBurn, planTransfer } from '../plans/plan-move'
import { UNTOLD } from '../plans/told'

/** What would come of a mint now; nothing is opened. Throws invalid, not_found, failed (state), unavailable. */
export async function tryMint(tenant: Tenant, input: z.output<typeof mintOneInput>): Promise<Trial> {
  return tryOperation(tenant, await planMint(tenant, { ...input, ...UNTOLD }))
}

/** The same of a burn. */
export async function tryBurn(tenant: Tenant, input: z.output<typeof burnInput>): Promise<Trial> {
  return tryOperation(tenant, await planBurn(tenant, { ...input, ...UNTOLD }))
}

/** The same of a transfer. */
export async function tryTransfer(tenant: Tenant, input: z.output<typeof transferInput>): Promise<Trial> {
  return tryOperation(tenant, await planTransfer(tenant, { ...input, ...UNTOLD }))
}
