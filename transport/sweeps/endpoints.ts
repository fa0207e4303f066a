import { z } from 'zod'
import {
  createSweepRuleBody,
  listSweepRulesQuery,
  sweepRulePage,
  sweepRuleParams,
  sweepRuleView,
  updateSweepRuleBody,
} from '@/schemas/sweeps/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { toListReply } from '@/server/paging'
import { requireProject } from '@/server/projects/require-project'
import { createRule, findRuleUnderReference } from '@/server/sweeps/create-rule'
import { deleteRule } from '@/server/sweeps/delete-rule'
import { getRule } from '@/server/sweeps/get-rule'
import { listRules } from '@/server/sweeps/list-rules'
import { prepareChange, prepareRule } from '@/server/sweeps/prepare-rule'
import { updateRule } from '@/server/sweeps/update-rule'

const OF_ALL = { tags: ['Sweep rules'], auth: 'liveKey' } as const

/** The description of every operation that names a sweep rule. */
const OF_ONE = { ...OF_ALL, params: sweepRuleParams, refusals: { sweep_rule_not_found: 'id' } } as const

export const createSweepRuleEndpoint = endpoint({
  ...OF_ALL,
  id: 'createSweepRule',
  method: 'POST',
  path: '/v1/wallet/sweeps',
  summary: 'Create a sweep rule',
  description: [
    'Moves money from wallets of a purpose to one wallet of your business, once a wallet holds the threshold: when a deposit is confirmed, or once a day. Current balances of the wallets are swept too. Only coins and tokens that the platform knows.',
    'Each sweep is a transaction of type SWEEP with the rule and its trigger in `sweep`. It counts as a transfer of your plan, your policies apply, and its gas is paid as for transfers. One is open at a time for a wallet and asset. After four failures in a row a wallet is held; five held wallets stop the rule. You receive `wallet.sweep.stopped`.',
    'A project can have 50 rules, one for each purpose and asset. A wallet that a rule sweeps to is never swept for that asset.',
  ].join('\n\n'),
  scope: 'wallet:write',
  capability: 'wallet.transfer.create',
  rateLimit: 'write',
  idempotent: true,
  body: createSweepRuleBody,
  replies: { 201: sweepRuleView },
  refusals: {
    chain_unavailable: 'chainId',
    testnets_only: 'chainId',
    wallet_not_found: 'toAddress',
    wallet_foreign: 'toAddress',
    wallet_deactivated: 'toAddress',
    chain_unreachable: null,
    sweep_rule_exists: 'purpose',
    sweep_rules_feed: 'toAddress',
    reference_used: 'reference',
  },
  prepare: ({ tenant, body }) => prepareRule(tenant, body),
  async findRepeated({ tenant, body }) {
    const made = await findRuleUnderReference(tenant, body)
    return made && reply(201, 'Sweep rule created', made)
  },
  async handle({ ctx, prepared }) {
    const made = await createRule(requireProject(ctx), prepared)
    return reply(201, 'Sweep rule created', made, { resourceId: made.id })
  },
})

export const listSweepRulesEndpoint = endpoint({
  ...OF_ALL,
  id: 'listSweepRules',
  method: 'GET',
  path: '/v1/wallet/sweeps',
  summary: 'List sweep rules',
  scope: 'wallet:read',
  capability: 'wallet.transfer.read',
  rateLimit: 'read',
  query: listSweepRulesQuery,
  replies: { 200: sweepRulePage },
  async handle({ ctx, query }) {
    return reply(200, 'Sweep rules retrieved', toListReply(await listRules(requireProject(ctx), query)))
  },
})

export const getSweepRuleEndpoint = endpoint({
  ...OF_ONE,
  id: 'getSweepRule',
  method: 'GET',
  path: '/v1/wallet/sweeps/{id}',
  summary: 'Read a sweep rule',
  scope: 'wallet:read',
  capability: 'wallet.transfer.read',
  rateLimit: 'read',
  replies: { 200: sweepRuleView },
  async handle({ ctx, params }) {
    return reply(200, 'Sweep rule retrieved', await getRule(requireProject(ctx), params.id))
  },
})

export const updateSweepRuleEndpoint = endpoint({
  ...OF_ONE,
  id: 'updateSweepRule',
  method: 'PATCH',
  path: '/v1/wallet/sweeps/{id}',
  summary: 'Change a sweep rule',
  description:
    'Requires at least one field. An open sweep keeps the terms of its acceptance. To sweep other wallets or another asset, or to another target, create another rule.',
  scope: 'wallet:write',
  capability: 'wallet.transfer.create',
  rateLimit: 'write',
  body: updateSweepRuleBody,
  replies: { 200: sweepRuleView },
  refusals: { ...OF_ONE.refusals, chain_unavailable: null, chain_unreachable: null },
  prepare: ({ tenant, params, body }) => prepareChange(tenant, params.id, body),
  async handle({ ctx, params, body, prepared }) {
    const changed = await updateRule(requireProject(ctx), { id: params.id, input: body, prepared })
    return reply(200, 'Sweep rule updated', changed)
  },
})

export const deleteSweepRuleEndpoint = endpoint({
  ...OF_ONE,
  id: 'deleteSweepRule',
  method: 'DELETE',
  path: '/v1/wallet/sweeps/{id}',
  summary: 'Delete a sweep rule',
  description: 'The rule starts no more sweeps. An open sweep still completes.',
  scope: 'wallet:write',
  capability: 'wallet.transfer.create',
  rateLimit: 'write',
  replies: { 200: z.null() },
  async handle({ ctx, params }) {
    await deleteRule(requireProject(ctx), params.id)
    return reply(200, 'Sweep rule deleted', null)
  },
})
