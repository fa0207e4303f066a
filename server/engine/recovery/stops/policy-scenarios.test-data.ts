import { and, eq, isNull } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { policies } from '@/db/schema'
import type { PolicyInput } from '@/schemas/policies/contract'
import { inOperator, workerCtx } from '@/server/ctx'
import { findPolicy } from '@/server/policies/find-policy'
import { savePolicy } from '@/server/policies/save-policy'
import { toRules } from '@/server/policies/view'
import type { Scenario } from './rule-scenario.test-data'

const [ONE, OTHER, THIRD] = [1, 2, 3].map((n) => ({ address: `0x${String(n).repeat(40)}`, label: '' }))
const of = (...rules: (typeof ONE)[]) => rules.flatMap((rule) => rule ?? [])
const METHOD = { contract: `0x${'4'.repeat(40)}`, selector: `0x${'5'.repeat(8)}`, label: 'stake' }
const EMPTY = {
  ...{ isActive: true, perTransactionUsd: null, dailyUsd: null, approvalAboveUsd: null, recipients: null },
  methods: null,
} satisfies Omit<PolicyInput, 'version'>

export const save = (
  { businessId, projectId }: { businessId: string; projectId: string | null },
  rules: Partial<PolicyInput>,
) =>
  inOperator({ actor: { type: 'user', id: v7(), name: 'Owner' }, requestId: v7() }, async (ctx) => {
    const own = { ...ctx, businessId, projectId }
    const before = await findPolicy(own, { lock: false })
    await savePolicy(own, { ...EMPTY, ...rules, version: before?.updatedAt.toISOString() ?? null })
  })
export async function policy({ businessId, projectId }: { businessId: string; projectId: string | null }) {
  const ofScope = projectId === null ? isNull(policies.projectId) : eq(policies.projectId, projectId)
  const isIt = and(eq(policies.businessId, businessId), ofScope)
  const [row] = await workerCtx().db.select().from(policies).where(isIt)
  return row && toRules(row)
}

export const POLICIES: readonly Scenario[] = [
  {
    name: 'limits again what a policy of a project limited after the backup',
    isStricter: true,
    after: (own) => save(own, { dailyUsd: 100_000_000n, recipients: of(ONE, OTHER) }),
    check: async (own) =>
      expect(await policy(own)).toMatchObject({ isActive: true, dailyUsd: '100.00', recipients: of(ONE, OTHER) }),
  },
  {
    name: 'limits again what a policy of a business limited after the backup',
    isStricter: true,
    after: (own) => save({ ...own, projectId: null }, { methods: [METHOD] }),
    check: async (own) =>
      expect(await policy({ ...own, projectId: null })).toMatchObject({ isActive: true, methods: [METHOD] }),
  },
  {
    name: 'leaves a recipient allowed that both policies allow, and the lower of two limits',
    isStricter: true,
    before: (own) => save(own, { recipients: of(ONE, OTHER), perTransactionUsd: 5_000_000n, dailyUsd: 9_000_000n }),
    after: (own) => save(own, { recipients: of(OTHER, THIRD), perTransactionUsd: 7_000_000n, approvalAboveUsd: 0n }),
    check: async (own) =>
      expect(await policy(own)).toMatchObject({
        ...{ recipients: of(OTHER), perTransactionUsd: '5.00', dailyUsd: '9.00', approvalAboveUsd: '0.00' },
      }),
    change: (own) => save(own, { recipients: of(ONE, OTHER) }),
    changed: async (own) =>
      expect(await policy(own)).toMatchObject({ recipients: of(ONE, OTHER), perTransactionUsd: null }),
  },
  {
    name: 'turns no policy off',
    before: (own) => save(own, { dailyUsd: 1n }),
    after: (own) => save(own, { isActive: false }),
    check: async (own) => expect(await policy(own)).toMatchObject({ isActive: true, dailyUsd: '0.000001' }),
  },
  {
    name: 'turns on no policy that was off before the restore',
    before: (own) => save(own, { isActive: false }),
    async after(own) {
      await save(own, { dailyUsd: 2n })
      await save(own, { isActive: false })
    },
    check: async (own) => expect(await policy(own)).toMatchObject({ isActive: false }),
  },
]
