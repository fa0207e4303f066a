import type { z } from 'zod'
import type { OperationView } from '../operations/contract'
import type { burnInput, mintOneInput, transferInput } from '../operations/portal-contract'
import { startInPortal } from '../operations/start-in-portal'
import { planMint } from '../plans/plan-mint'
import { planBurn, planTransfer } from '../plans/plan-move'
import { UNTOLD } from '../plans/told'
import type { PortalCtx } from './portal-ctx'

/** Mints for a person. Throws what the plan, the token and policies refuse. */
export async function mintToken(ctx: PortalCtx, input: z.output<typeof mintOneInput>): Promise<OperationView> {
  return startInPortal(ctx, await planMint(ctx.tenant, { ...input, ...UNTOLD }))
}

/** Burns; throws as a mint does. */
export async function burnToken(ctx: PortalCtx, input: z.output<typeof burnInput>): Promise<OperationView> {
  return startInPortal(ctx, await planBurn(ctx.tenant, { ...input, ...UNTOLD }))
}

/** Transfers, by force too; throws as a mint does. */
export async function transferToken(ctx: PortalCtx, input: z.output<typeof transferInput>): Promise<OperationView> {
  return startInPortal(ctx, await planTransfer(ctx.tenant, { ...input, ...UNTOLD }))
}
