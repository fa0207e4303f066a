import { sql } from 'drizzle-orm'
import { workerCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { createRule } from '@/server/sweeps/create-rule'
import { deleteRule } from '@/server/sweeps/delete-rule'
import { prepareChange, prepareRule } from '@/server/sweeps/prepare-rule'
import { updateRule } from '@/server/sweeps/update-rule'
import { PURPOSE, type Step } from './plan-sequence'
import { asPerson, NATIVE_DECIMALS, type Scene, type Taken, TOKEN_DECIMALS } from './scene'

/** Has what is in the wallets moved to the vault, the coins that the platform fills them with included, if it can. */
export async function createRuleOf(scene: Scene, step: Extract<Step, { do: 'sweepRule' }>): Taken {
  const { tenant, ground, wallets, vault } = scene.customer
  const isCoin = step.asset === 'coin'
  const decimals = isCoin ? NATIVE_DECIMALS : TOKEN_DECIMALS
  const prepared = await prepareRule(tenant, {
    chainId: ground.chainId,
    ...(isCoin ? {} : { tokenAddress: ground.cngn }),
    // Without a purpose the rule is for all wallets but its target.
    ...(step.isForAll ? {} : { purpose: PURPOSE }),
    toAddress: vault.address,
    threshold: formatAmount(step.thresholdUnits, decimals),
    keep: formatAmount(step.keepUnits, decimals),
    schedule: null,
  })
  const { id } = await asPerson(scene, (ctx) => createRule(ctx, prepared))
  return `${id} of ${wallets.length} wallets`
}

export async function changeRule(scene: Scene, step: Extract<Step, { do: 'sweepChange' }>): Taken {
  const id = await pickRule(scene, step.pick)
  if (id === null) return 'no rule to change'
  const input = { status: step.isActive ? 'ACTIVE' : 'PAUSED', keep: step.keep } as const
  const prepared = await prepareChange(scene.customer.tenant, id, input)
  await asPerson(scene, (ctx) => updateRule(ctx, { id, input, prepared }))
  return `${id} is ${input.status}`
}

export async function deleteRuleOf(scene: Scene, pick: number): Taken {
  const id = await pickRule(scene, pick)
  if (id === null) return 'no rule to delete'
  await asPerson(scene, (ctx) => deleteRule(ctx, id))
  return `${id} deleted`
}

/** Nothing more is swept; accepted sweeps run to their end. */
export async function deleteRules(scene: Scene): Promise<void> {
  while ((await pickRule(scene, 0)) !== null) await deleteRuleOf(scene, 0)
}

async function pickRule({ customer }: Scene, pick: number): Promise<string | null> {
  const rows = await workerCtx().db.execute<{ id: string }>(sql`
    select id from sweep_rules where business_id = ${customer.tenant.businessId} and deleted_at is null order by id`)
  return rows[pick % Math.max(1, rows.length)]?.id ?? null
}
